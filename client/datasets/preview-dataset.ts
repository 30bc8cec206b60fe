import { type DatasetPreview, Previewer } from '../../core/dataset/preview.ts';
import type { ReadOptions } from '../../core/dataset/read-options.ts';
import { type DatasetSource, openSource } from './source.ts';

/** Reads all of a dataset as an import would, refuses what an import would refuse, and writes nothing anywhere. */
export async function previewDataset(
  source: DatasetSource,
  options: ReadOptions = {},
  limit = 5,
): Promise<DatasetPreview> {
  const opened = await openSource(source, options);
  const previewer = new Previewer(opened.name, opened.options, limit);
  for await (const chunk of opened.bytes) previewer.push(chunk);
  return previewer.end();
}
