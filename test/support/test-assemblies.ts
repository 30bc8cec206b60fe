import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { synthesizeAssemblies } from './synthesize-assemblies.ts';

type Outcome = { readonly assemblies: string[] } | { readonly error: string };

let known: Promise<string[]> | undefined;

/** The assemblies of `synthesizeAssemblies`, made by the first worker that asks for them, for all of them. */
export const testAssemblies = (): Promise<string[]> => {
  known ??= madeOnce(inject('sharedFolder'));
  return known;
};

async function madeOnce(folder: string): Promise<string[]> {
  const file = join(folder, 'assemblies.json');
  if (await isFirst(join(folder, 'assemblies'))) {
    const made = await synthesizeAssemblies(join(folder, 'assemblies')).catch((error: Error) => ({
      error: error.message,
    }));
    await writeFile(`${file}.new`, JSON.stringify(made));
    await rename(`${file}.new`, file);
  }
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) {
      await sleep(100);
      continue;
    }
    const outcome = JSON.parse(text) as Outcome;
    if ('error' in outcome) throw new Error(outcome.error);
    return outcome.assemblies;
  }
}

/** Only one of many makes a folder. */
const isFirst = (folder: string): Promise<boolean> =>
  mkdir(folder).then(
    () => true,
    () => false,
  );
