import { isObject, type JsonObject, parseJson } from '../json.ts';
import { type Tokens, tokensIn } from './find-usage.ts';
import { addTokens } from './plausible.ts';

/** Tokens of every model call in an agent's history, given the JSON text of its task results. Undefined when none says. */
export function historyUsage(taskOutputs: Iterable<string>): Tokens | undefined {
  let sum: Tokens | undefined;
  for (const text of taskOutputs) {
    const tokens = tokensOfCall(parseJson(text));
    if (tokens) sum = sum ? together(sum, tokens) : tokens;
  }
  return sum && { ...sum, promptTokens: sum.promptTokens ?? 0, completionTokens: sum.completionTokens ?? 0 };
}

function together(a: Tokens, b: Tokens): Tokens {
  const add = (name: 'promptTokens' | 'completionTokens' | 'totalTokens') => addTokens(a[name] ?? 0, b[name]);
  const [x, y] = [a.cacheTokens, b.cacheTokens];
  return {
    promptTokens: add('promptTokens'),
    completionTokens: add('completionTokens'),
    totalTokens: add('totalTokens'),
    longestPrompt: Math.max(a.longestPrompt ?? a.promptTokens ?? 0, b.promptTokens ?? 0),
    ...((x || y) && {
      cacheTokens: {
        read: (x?.read ?? 0) + (y?.read ?? 0),
        write: (x?.write ?? 0) + (y?.write ?? 0),
        longWrite: (x?.longWrite ?? 0) + (y?.longWrite ?? 0),
        isApart: x?.isApart ?? y?.isApart ?? false,
      },
    }),
  };
}

/** `Payload.metadata.tokens_used`, `Payload.body.metadata.usage`, or the same without the Lambda's `Payload` around it. */
function tokensOfCall(result: unknown): Tokens | undefined {
  if (!isObject(result)) return undefined;
  const payload = objectIn(result.Payload) ?? result;
  const places = [payload, objectIn(payload.body)].filter((place) => place !== undefined);
  for (const place of places) {
    const metadata = objectIn(place.metadata);
    const usage = [metadata?.tokens_used, metadata?.usage, place.usage].map(objectIn).find((found) => found);
    const tokens = usage && tokensIn(usage);
    if (tokens) return tokens;
  }
  return undefined;
}

/** An object, or one written as JSON text. */
function objectIn(value: unknown): JsonObject | undefined {
  const object = typeof value === 'string' ? parseJson(value) : value;
  return isObject(object) ? object : undefined;
}
