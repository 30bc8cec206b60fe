import { isObject, type JsonObject, parseJson } from '../json.ts';
import { tokensIn, type Usage } from './find-usage.ts';
import { addTokens } from './plausible.ts';

type Tokens = Pick<Usage, 'promptTokens' | 'completionTokens' | 'totalTokens'>;

/** Tokens of every model call in an agent's history, given the JSON text of its task results. Undefined when none says. */
export function historyUsage(taskOutputs: Iterable<string>): Tokens | undefined {
  let sum: Required<Tokens> | undefined;
  for (const text of taskOutputs) {
    const tokens = tokensOfCall(parseJson(text));
    if (!tokens) continue;
    sum ??= { promptTokens: 0, completionTokens: 0, totalTokens: 0 };
    sum = {
      promptTokens: addTokens(sum.promptTokens, tokens.promptTokens),
      completionTokens: addTokens(sum.completionTokens, tokens.completionTokens),
      totalTokens: addTokens(sum.totalTokens, tokens.totalTokens),
    };
  }
  return sum;
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
