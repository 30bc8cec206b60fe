import * as z from 'zod';

/** Every answer that is not what was asked for. */
export const errorAnswerSchema = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string().describe('A name to decide by: RunNotFound, InvalidRequest …'),
    message: z.string().describe('What went wrong, the value, what is allowed and the next step'),
    details: z.unknown().optional().describe('Problems one by one, where there are several'),
  }),
});
export type ErrorAnswer = z.output<typeof errorAnswerSchema>;

/** What a list goes on from; opaque, and good for the same question only. */
export const cursorSchema = z.string().max(4096).optional().describe('The cursor of the page before');

/** In `data` of an answer that would be too large: where all of it is. */
export const wholeAnswerSchema = z.object({
  url: z.string().describe('All of `data` as one JSON file, for 15 minutes'),
  bytes: z.number().describe('Of that file'),
  cut: z.array(z.string()).describe('What is cut here, such as actual_output or items.3.output'),
});
export type WholeAnswer = z.output<typeof wholeAnswerSchema>;
