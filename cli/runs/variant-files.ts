import { executorSchema } from '../../contracts/evaluation-config.ts';
import type { ReadEvalFile } from '../eval-file/read-eval-file.ts';

/** One variant of an experiment as a separate evaluation file. */
export interface VariantFile {
  readonly name: string;
  readonly file: ReadEvalFile;
}

/** The variants of a file. They share its concurrency and budget evenly. At most `maxConcurrency` of them run at a time. */
export function variantFiles(file: ReadEvalFile, experimentId: string): { files: VariantFile[]; atOnce: number } {
  const variants = file.variants ?? [];
  const { maxConcurrency, budgetLimit, ...executor } = file.executor ?? executorSchema.parse({});
  const atOnce = Math.min(variants.length, maxConcurrency);
  const files = variants.map(({ name, target, mappings }) => ({
    name,
    file: {
      ...file,
      name: `${file.name}-${name}`.replaceAll('.', '-'),
      target: target && { ...target, name },
      mappings,
      experimentId,
      executor: {
        ...executor,
        maxConcurrency: Math.max(1, Math.floor(maxConcurrency / atOnce)),
        ...(budgetLimit && { budgetLimit: budgetLimit / variants.length }),
      },
      executorFields: [...file.executorFields, 'maxConcurrency', ...(budgetLimit ? ['budgetLimit'] : [])],
    },
  }));
  return { files, atOnce };
}
