import * as z from 'zod';

/** Every answer that is not what was asked for. */
export const errorAnswerSchema = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string().describe('Error name, such as RunNotFound or InvalidRequest'),
    message: z.string().describe('What went wrong, the value, what is allowed, and the next step'),
    details: z.unknown().optional().describe('The individual problems, if there are several'),
  }),
});
export type ErrorAnswer = z.output<typeof errorAnswerSchema>;

/** What a list goes on from; opaque, and good for the same question only. */
export const cursorSchema = z.string().max(4096).optional().describe('The cursor of the previous page');

/** In `data` of an answer that would be too large: where all of it is. */
export const wholeAnswerSchema = z.object({
  url: z.string().describe('Link to all of `data` as a JSON file, valid for 15 minutes'),
  bytes: z.number().describe('Size of that file'),
  cut: z.array(z.string()).describe('Paths of the texts cut here, such as actual_output or items.3.output'),
});
export type WholeAnswer = z.output<typeof wholeAnswerSchema>;
