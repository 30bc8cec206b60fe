/**
 * Datasets in and out, for the command line and for pages alike: no terminal, no process to end. Errors are
 * RollcallErrors: InvalidDataset (a DatasetError, with `line` and `column`), DatasetNotFound, DatasetInUse, QueryFailed.
 */
export { type ColumnMapping, compileMapping, type MappingRequest } from '../../core/dataset/map-columns.ts';
export type { DatasetPreview } from '../../core/dataset/preview.ts';
export type { ReadOptions } from '../../core/dataset/read-options.ts';
export { BAD_CELL_CHOICES, DATASET_FORMATS } from '../../core/dataset/source-format.ts';
export type { DatasetDeps } from './dataset-deps.ts';
export { deleteDataset } from './delete-dataset.ts';
export { exportDataset } from './export-dataset.ts';
export { type ImportedDataset, importDataset } from './import-dataset.ts';
export { listDatasets } from './list-datasets.ts';
export { previewDataset } from './preview-dataset.ts';
export { type ShownDataset, showDataset } from './show-dataset.ts';
export type { DatasetSource } from './source.ts';
