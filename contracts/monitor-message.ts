import * as z from 'zod';

/** What the monitors' queue carries: never a text, only where it is. */
export const monitorMessageSchema = z.discriminatedUnion('kind', [
  /** A trace came in, or changed. */
  z.object({
    kind: z.literal('trace'),
    tenant: z.string(),
    thread: z.string(),
    turn: z.string(),
    threadId: z.string().optional(),
    /** How often the thread had changed. */
    seq: z.number().optional(),
    /** Only this monitor is asked: a back-fill. */
    monitor: z.string().optional(),
  }),
  /** A thread may have fallen quiet. */
  z.object({
    kind: z.literal('thread'),
    tenant: z.string(),
    threadId: z.string(),
    seq: z.number(),
    monitor: z.string(),
    /** A back-fill asks without waiting. */
    now: z.boolean().optional(),
  }),
  /** Judges or functions were asked: have they answered? */
  z.object({
    kind: z.literal('asked'),
    tenant: z.string(),
    monitor: z.string(),
    /** The key of what is being evaluated. */
    evaluation: z.string(),
    /** How often it was looked already. */
    looks: z.number(),
  }),
]);
export type MonitorMessage = z.output<typeof monitorMessageSchema>;
