import { z } from 'zod';
import { AwsError } from '../aws-error.ts';

/** Pieces the operations' inputs share. Values AWS checks with an error of its own are only strings here. */
export const arn = z.string().min(1).max(2000);
export const maxResults = z.number().int().min(0).max(1000).optional();
export const nextToken = z.string().min(1).max(3096).optional();
export const tags = z.array(z.object({ key: z.string().min(1).max(128), value: z.string().max(256) }));
/** Given back as it came. */
export const kept = z.record(z.string(), z.unknown()).optional();

/** 0 and no value both mean the default. */
export const onePage = (input: { readonly maxResults?: number; readonly nextToken?: string }) => ({
  size: input.maxResults || 100,
  token: input.nextToken,
  refusal: () => new AwsError('InvalidToken', `Invalid Token: 'Invalid token'`),
});
