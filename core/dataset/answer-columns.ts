import type { SourceColumn } from './source-format.ts';

/** How people name the column of the right answer, when it is not the one that imports know by its name. */
const ANSWER =
  /^(gold|label|truth|(gold|ground|true|correct|right|reference|expected|ideal)[ _-]*(truth|label|answer|output|result|value|category|response|intent))$/i;

type Placed = readonly Pick<SourceColumn, 'name' | 'place'>[];

/** Columns that would be sent to the target and look like what it is to find out. */
export function answerColumns(columns: Placed): string[] {
  if (columns.some(({ place }) => place === 'expected')) return [];
  return columns.filter(({ name, place }) => place === 'input' && ANSWER.test(name.trim())).map(({ name }) => name);
}

export const answerWarnings = (columns: Placed): string[] =>
  answerColumns(columns).map(
    (name) =>
      `Column ${JSON.stringify(name)} looks like the right answer and would be sent to the target. Name it as the expected column (expectedColumn in eval.yaml, --expected-column), or leave it out of the fields.`,
  );
