import { isObject, parseJson } from '../json.ts';

/** Tools answer plainly, as a tool result, or as if to API Gateway; what they mean is inside. */
export function unwrapToolAnswer(payload: unknown): unknown {
  if (!isObject(payload)) return payload;
  if (payload.type === 'tool_result' && 'content' in payload) return inner(payload.content);
  if (typeof payload.statusCode === 'number' && 'body' in payload) return inner(payload.body);
  return payload;
}

const inner = (content: unknown): unknown => {
  if (typeof content !== 'string') return content;
  const parsed = parseJson(content);
  return parsed === undefined ? content : parsed;
};
