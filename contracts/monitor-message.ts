import * as z from 'zod';

/** What the ids of runs begin with in which monitors ask, after the tenant. The ends of their executions are listened for. */
export const MONITORS_ASK = 'asked-';

/** What the monitors' queues carry: never a text, only where it is. */
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
  /** Judges or functions are to be asked. */
  z.object({
    kind: z.literal('ask'),
    tenant: z.string(),
    /** The keys of what is being evaluated. */
    evaluations: z.array(z.string()),
  }),
  /** An execution of a run that asks judges has ended. */
  z.object({ kind: z.literal('answered'), execution: z.string() }),
  /** Evaluations may wait for the end of a run that was never announced. */
  z.object({ kind: z.literal('sweep') }),
]);
export type MonitorMessage = z.output<typeof monitorMessageSchema>;
