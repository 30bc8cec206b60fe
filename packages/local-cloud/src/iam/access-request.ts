/** Condition keys of one request, in lower case (IAM ignores their case), each with its values. */
export type RequestContext = ReadonlyMap<string, readonly string[]>;

/** Who asks: a role's session, or an AWS service that acts for one of its resources. */
export type Principal =
  | { readonly type: 'role'; readonly roleArn: string; readonly sessionArn: string; readonly accountId: string }
  | { readonly type: 'service'; readonly service: string };

/** One question to the evaluator: may this principal do this to that? */
export interface AccessRequest {
  readonly principal: Principal;
  readonly action: string;
  readonly resource: string;
  readonly context: RequestContext;
}

export function requestContext(entries: Readonly<Record<string, string | readonly string[]>>): RequestContext {
  return new Map(
    Object.entries(entries).map(([key, value]) => [key.toLowerCase(), typeof value === 'string' ? [value] : value]),
  );
}
