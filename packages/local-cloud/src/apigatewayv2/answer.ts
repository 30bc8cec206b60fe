export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

export const message = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: Buffer.from(JSON.stringify({ message: text })),
});

/**
 * What a function's payload says to the client. "If your Lambda function returns valid JSON and doesn't return a statusCode,
 * API Gateway assumes" 200, application/json, and that the payload is the body.
 */
export function answerOf(payload: string): Answer {
  const value = parse(payload);
  if (value === undefined) return message(500, 'Internal Server Error');
  const { statusCode, headers, cookies, body, isBase64Encoded } = (
    value !== null && typeof value === 'object' ? value : {}
  ) as Record<string, unknown>;
  if (statusCode === undefined) {
    const text = typeof value === 'string' ? value : payload;
    return { status: 200, headers: { 'content-type': 'application/json' }, cookies: [], body: Buffer.from(text) };
  }
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return message(500, 'Internal Server Error');
  const named = Object.entries((headers ?? {}) as Record<string, unknown>).map(([name, text]) => [
    name.toLowerCase(),
    String(text),
  ]);
  return {
    status,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...Object.fromEntries(named) },
    cookies: Array.isArray(cookies) ? cookies.map(String) : [],
    body: bodyOf(body, isBase64Encoded === true),
  };
}

function bodyOf(body: unknown, isBase64Encoded: boolean): Buffer {
  if (body === undefined || body === null) return Buffer.alloc(0);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8');
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
