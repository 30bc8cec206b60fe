/** Plain data as YAML that people edit: blocks, texts of several lines as they are, and quotes only where they are needed. */
export function toYaml(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return value.map((item) => entry(`${indent}-`, item, indent)).join('');
  return Object.entries(value as object)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => entry(`${indent}${scalar(name)}:`, member, indent))
    .join('');
}

function entry(head: string, value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (value !== null && typeof value === 'object') {
    if (Object.keys(value).length === 0) return `${head} ${Array.isArray(value) ? '[]' : '{}'}\n`;
    const block = toYaml(value, inner);
    // A list's item begins on the line of its dash.
    return head.endsWith('-') ? `${head} ${block.slice(inner.length)}` : `${head}\n${block}`;
  }
  if (typeof value === 'string' && isBlock(value)) {
    const lines = value.split('\n').map((line) => (line === '' ? '' : `${inner}${line}`));
    return `${head} |-\n${lines.join('\n')}\n`;
  }
  return `${head} ${typeof value === 'string' ? scalar(value) : JSON.stringify(value)}\n`;
}

/** Several lines, with nothing that a block would lose: blanks at its beginning, line breaks at its end, other signs. */
const isBlock = (text: string): boolean =>
  text.includes('\n') && /^\S/.test(text) && !text.endsWith('\n') && !/[^\P{C}\n]| $/mu.test(text);

/** As it is where no reader could take it for anything but this text; else in quotes, those that need nothing escaped. */
function scalar(text: string): string {
  const isPlain =
    /^[A-Za-z_/][\w./@+-]*(?: [\w./@+-]+)*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n|_)$/i.test(text);
  if (isPlain) return text;
  const isSingle = /["\\]/.test(text) && !/['\p{C}]/u.test(text);
  return isSingle ? `'${text}'` : JSON.stringify(text);
}
