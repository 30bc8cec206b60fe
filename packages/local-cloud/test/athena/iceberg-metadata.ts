import { GetTableCommand, type Table } from '@aws-sdk/client-glue';
import type { AthenaCloud } from './athena-cloud.ts';
import { readAvro } from './read-avro.ts';

export const keyOf = (uri: unknown): string => String(uri).replace('s3://data/', '');

export async function shown(cloud: AthenaCloud, Name: string): Promise<Table | undefined> {
  return (await cloud.glue.send(new GetTableCommand({ DatabaseName: 'db', Name }))).Table;
}

/** The metadata file that the catalog names. */
export async function metadataOf(cloud: AthenaCloud, name: string) {
  const { metadata_location } = (await shown(cloud, name))?.Parameters ?? {};
  return JSON.parse(await cloud.text(keyOf(metadata_location)));
}

export const avro = async (cloud: AthenaCloud, uri: unknown): Promise<unknown[]> =>
  readAvro(Buffer.from(await cloud.bytes(keyOf(uri))));

export interface DataFile {
  readonly file_path: string;
  readonly partition: Record<string, unknown>;
  readonly record_count: number;
  readonly [field: string]: unknown;
}

/** The data files of a table as its manifest lists them. */
export async function dataFiles(cloud: AthenaCloud, name: string): Promise<DataFile[]> {
  const metadata = await metadataOf(cloud, name);
  const [listed] = (await avro(cloud, metadata.snapshots[0]['manifest-list'])) as { manifest_path: string }[];
  const entries = (await avro(cloud, listed?.manifest_path)) as { data_file: DataFile }[];
  return entries.map((entry) => entry.data_file);
}
