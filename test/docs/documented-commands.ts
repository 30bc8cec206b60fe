import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DocumentedCommand {
  readonly file: string;
  readonly text: string;
}

const pages = (): string[] => [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name))
    .sort(),
];

/** Every different command of a `sh` block, in the order of the pages. `a && b` are two. */
export function documentedCommands(): DocumentedCommand[] {
  const all = allCommands();
  return all.filter(({ text }, index) => all.findIndex((command) => command.text === text) === index);
}

const allCommands = (): DocumentedCommand[] =>
  pages().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^```(?:sh|bash|shell)\n(.*?)^```/gms)].flatMap(([, block = '']) =>
      block
        .replace(/\\\n\s*/g, '')
        .split('\n')
        .flatMap((line) => line.replace(/(^|\s)#.*$/, '').split(' && '))
        .map((text) => text.trim())
        .filter(Boolean)
        .map((text) => ({ file, text })),
    ),
  );

/** The first block of a language in a page, or a later one. */
export function blockOf(file: string, language: string, index = 0): string {
  const blocks = [...readFileSync(file, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))];
  const found = blocks[index]?.[1];
  if (!found) throw new Error(`${file} has no ${language} block of the number ${index}.`);
  return found;
}

/** Splits a command line as a shell does: quotes and `$NAME`. */
export function wordsOf(text: string, variables: Readonly<Record<string, string>>): string[] {
  const words: string[] = [];
  let word: string | undefined;
  const pattern = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\$(\w+)|(\s+)|([^\s'"$]+)/g;
  const value = (name: string): string => {
    const found = variables[name];
    if (found === undefined) throw new Error(`${text} uses $${name}, which the test does not know.`);
    return found;
  };
  for (const [, single, double, name, space, plain] of text.matchAll(pattern)) {
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const inside = double?.replace(/\$(\w+)/g, (_, inner: string) => value(inner)).replace(/\\(["\\$])/g, '$1');
    word = (word ?? '') + (single ?? inside ?? (name === undefined ? plain : value(name)));
  }
  return word === undefined ? words : [...words, word];
}
