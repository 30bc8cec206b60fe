/** Text that is HTML already; anything else is escaped where it is put into HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Html | string | number | undefined | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** A page shows no control characters, and direction overrides would reorder the text around them. */
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069\uD800-\uDFFF]/gu;

const escaped = (text: string): string =>
  text
    .replace(UNSEEN, (sign) => (/[\t\n]/.test(sign) ? sign : '�'))
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(textOf).join('');
  return part === undefined || part === false ? '' : escaped(String(part));
}

/** A template whose values are escaped: no text of a row can become an element, an attribute or a script. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, at) => `${text}${textOf(parts[at])}`).join(''));
