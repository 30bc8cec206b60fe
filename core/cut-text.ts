/** The beginning of a text, never with half a surrogate pair at its end: no table, queue or notification takes that. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
