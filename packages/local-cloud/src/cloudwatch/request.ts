import { z } from 'zod';
import { inputParser } from '../parse-input.ts';
import { UNITS } from './metric.ts';

/** CBOR and in-process calls give dates, JSON gives seconds, the Query protocol gives text; here they are milliseconds. */
export const time = z
  .union([z.date(), z.number().transform((seconds) => new Date(seconds * 1000)), z.string().transform(fromText)])
  .transform((date) => date.getTime())
  .refine((ms) => Number.isFinite(ms), 'Member must be a time');

function fromText(text: string): Date {
  return /^[\d.]+$/.test(text) ? new Date(Number(text) * 1000) : new Date(text);
}

export const namespace = z.string().min(1).max(255);
export const metricName = z.string().min(1).max(255);
export const unit = z.enum(UNITS);

/** `[{ Name, Value }]` becomes `{ name: value }`. */
export const dimensions = z
  .array(z.object({ Name: z.string().min(1).max(255), Value: z.string().min(1).max(1024) }))
  .max(30)
  .transform((list) => Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])));

export const parseInput = inputParser({
  invalid: 'InvalidParameterValueException',
  missing: 'MissingRequiredParameterException',
});

export const asDimensions = (record: Readonly<Record<string, string>>) =>
  Object.entries(record).map(([Name, Value]) => ({ Name, Value }));
