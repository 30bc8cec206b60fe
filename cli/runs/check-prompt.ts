import type { SourceColumn } from '../../core/dataset/source-format.ts';
import { ROW_NAMES } from '../../core/mapping/unknown-names.ts';
import { nearest } from '../../core/nearest.ts';
import { promptsOf } from '../../domain/models/model-schema.ts';
import { unknownPromptNames } from '../../domain/models/prompt-template.ts';
import type { ReadEvalFile } from '../eval-file/read-eval-file.ts';
import { usageError } from '../exit-codes.ts';

/** A prompt that names a column wrong would fail on every row. */
export function checkPrompt(file: ReadEvalFile, columns: readonly Pick<SourceColumn, 'name' | 'place'>[]): void {
  const model = file.target?.model;
  if (!model || file.mappings?.input || columns.length === 0) return;
  const inputs = columns.filter(({ place }) => place === 'input').map(({ name }) => name);
  const known = [...inputs, ...ROW_NAMES];
  const [unknown] = unknownPromptNames(promptsOf(model), known);
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const isMetadata = columns.some(({ name, place }) => name === unknown && place === 'metadata');
  const rest = isMetadata ? `It is metadata: write {{metadata.${unknown}}}.` : near && `Did you mean {{${near}}}?`;
  throw usageError(
    `The prompt takes {{${unknown}}}, which is not an input column. ${rest ?? `The columns are ${inputs.join(', ')}.`}`,
    'Write \\{{ for two braces that are not a name.',
  );
}
