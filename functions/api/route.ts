import type * as z from 'zod';
import type { Role } from '../../contracts/role.ts';
import type { ApiDependencies } from './dependencies.ts';

/** What an event brings along for the app. */
export type Environment = { Bindings: { source: string } };

/** Who asks: what the key middleware found out. */
export interface Caller {
  readonly tenant: string;
  readonly role: Role;
  readonly keyId: string;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export interface ApiRequest<Params, Query, Body> {
  readonly caller: Caller;
  readonly params: Output<Params>;
  readonly query: Output<Query>;
  readonly body: Output<Body>;
  /** Of an idempotent route: the same for a request that is sent again, undefined without an Idempotency-Key. */
  readonly idempotencyId?: string;
  /** Names in lower case. */
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
}

interface Definition<Params, Query, Body, Answer extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/v1/runs/{id}` */
  readonly path: string;
  /** One line for the documentation. */
  readonly summary: string;
  /** The lowest role that may. */
  readonly role: Role;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The shape of `data`. */
  readonly answer: Answer;
  /** Default: 200 */
  readonly status?: 200 | 201 | 202;
  /** It starts something, once for each Idempotency-Key. */
  readonly idempotent?: boolean;
  handler(request: ApiRequest<Params, Query, Body>, dependencies: ApiDependencies): Promise<z.input<Answer>>;
}

/** A route as the app and the OpenAPI document see it. */
export interface Route extends Omit<Definition<unknown, unknown, unknown, z.ZodType>, 'handler'> {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  handler(request: ApiRequest<never, never, never>, dependencies: ApiDependencies): Promise<unknown>;
}

/**
 * Defines one route. The key is checked, params, query and body are parsed before the handler sees them, its answer is put
 * into `{ success: true, data }`, and what it throws into the one error shape; the OpenAPI document lists it.
 */
export const route = <
  Answer extends z.ZodType,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  definition: Definition<Params, Query, Body, Answer>,
): Route => definition as unknown as Route;
