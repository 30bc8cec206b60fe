import { AwsError } from '../aws-error.ts';

type Columned = { StorageDescriptor?: { Columns?: { Name: string }[] }; PartitionKeys?: { Name: string }[] };

export function refuseDoubledColumns(table: Columned): void {
  const seen = new Set<string>();
  for (const { Name } of [...(table.StorageDescriptor?.Columns ?? []), ...(table.PartitionKeys ?? [])]) {
    const name = Name.toLowerCase();
    if (seen.has(name)) throw new AwsError('InvalidInputException', `The column ${name} is there twice.`);
    seen.add(name);
  }
}
