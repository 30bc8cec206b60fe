import { RollcallError } from '../../contracts/errors.ts';
import { asText, isObject } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';

/** A parsed prompt: text, `{{path}}`, or `{{#each path}}…{{/each}}`. */
export type PromptPart =
  | string
  | { readonly path: string }
  | { readonly each: string; readonly parts: readonly PromptPart[] };

/** What `{{…}}` may name: a column first, then what mappings see. In `each`, the item comes before both. */
export interface PromptScope {
  /** The innermost value first. `{{.}}` is the first one. */
  readonly values: readonly unknown[];
}

/** `\{{` is two braces. */
const TAG = /\\(\{\{)|\{\{([^{}]*)\}\}/g;

/** @throws RollcallError PromptInvalid */
export function parsePrompt(text: string): PromptPart[] {
  const open: { each: string; parts: PromptPart[] }[] = [{ each: '', parts: [] }];
  const add = (part: PromptPart) => part !== '' && open.at(-1)?.parts.push(part);
  let from = 0;
  for (const match of text.matchAll(TAG)) {
    add(text.slice(from, match.index));
    from = match.index + match[0].length;
    const tag = match[2]?.trim();
    if (tag === undefined) add(match[1] ?? '');
    else if (/^#each\s+\S/.test(tag)) open.push({ each: tag.slice('#each'.length).trim(), parts: [] });
    else if (tag === '/each') {
      const closed = open.length > 1 && open.pop();
      if (!closed) throw invalid('has {{/each}} without {{#each …}} before it');
      add(closed);
    } else if (tag === '' || /^[#/]/.test(tag)) {
      throw invalid(`has {{${tag}}}; it may have {{name}}, {{name.field}} and {{#each name}}…{{/each}}`);
    } else add({ path: tag });
  }
  add(text.slice(from));
  if (open.length > 1) throw invalid(`has {{#each ${open.at(-1)?.each}}} without {{/each}} after it`);
  return open[0]?.parts ?? [];
}

const invalid = (what: string) => new RollcallError('PromptInvalid', `The prompt ${what}. Write \\{{ for two braces.`);

/** The prompt's text for a row. Values are data: whatever braces are in them stay as they are. */
export function renderPrompt(parts: readonly PromptPart[], scope: PromptScope): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('path' in part) return written(valueAt(part.path, scope));
      const list = valueAt(part.each, scope) ?? [];
      if (!Array.isArray(list)) throw failed(`{{#each ${part.each}}} needs a list, and this row has ${describe(list)}`);
      return list.map((item) => renderPrompt(part.parts, { values: [item, ...scope.values] })).join('');
    })
    .join('');
}

const failed = (what: string) => new RollcallError('PromptFailed', `${what}.`);
const describe = (value: unknown): string => (isObject(value) ? 'an object' : `a ${typeof value}`);
const written = (value: unknown): string => (value === null ? '' : asText(value));

function valueAt(path: string, { values }: PromptScope): unknown {
  if (path === '.' || path === 'this') return values[0] ?? null;
  for (const value of values) {
    const found = within(value, path);
    if (found !== undefined) return found;
  }
  const known = [...new Set(values.flatMap(namesOf))];
  const near = nearest(path, known);
  throw failed(
    `The prompt takes {{${path}}}, which this row does not have. ${near ? `Did you mean {{${near}}}` : `It has ${known.join(', ')}`}`,
  );
}

const namesOf = (value: unknown): string[] =>
  isObject(value) ? Object.keys(value).filter((name) => value[name] !== undefined) : [];

/** A column’s name may have dots in it. */
function within(value: unknown, path: string): unknown {
  if (value === null || typeof value !== 'object') return undefined;
  if (Object.hasOwn(value, path)) return (value as Record<string, unknown>)[path];
  const dot = path.indexOf('.');
  if (dot < 0 || !Object.hasOwn(value, path.slice(0, dot))) return undefined;
  return within((value as Record<string, unknown>)[path.slice(0, dot)], path.slice(dot + 1));
}

/** Names in prompts that no row has, given those that every row has. Within `each` they may be an item's own. */
export function unknownPromptNames(prompts: readonly string[], names: readonly string[]): string[] {
  const known = new Set<string>([...names, '.', 'this']);
  const taken = prompts.flatMap((text) => parsePrompt(text).flatMap(namesOfPart));
  return taken.filter((name) => !known.has(name) && !known.has(name.split('.')[0] ?? ''));
}

const namesOfPart = (part: PromptPart): string[] =>
  typeof part === 'string' ? [] : ['path' in part ? part.path : part.each];
