/** `arn:aws:s3tables:REGION:ACCOUNT:bucket/NAME` → `ACCOUNT:s3tablescatalog/NAME`, where Glue lists its tables. */
export function catalogOf(tableBucketArn: string): string {
  const [, , , , accountId, resource = ''] = tableBucketArn.split(':');
  return `${accountId}:s3tablescatalog/${resource.slice('bucket/'.length)}`;
}
