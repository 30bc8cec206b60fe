import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import type { Caller } from '../service.ts';
import type { CodeStore, StoredCode } from './code-store.ts';
import { invalid } from './function-settings.ts';

/** Where a request says the code is; the `Code` of CreateFunction and the input of UpdateFunctionCode share it. */
export interface CodeLocation {
  readonly ZipFile?: unknown;
  readonly S3Bucket?: unknown;
  readonly S3Key?: unknown;
  readonly S3ObjectVersion?: unknown;
  readonly ImageUri?: unknown;
}

export async function storeCode(
  context: CloudContext,
  store: CodeStore,
  location: CodeLocation,
  caller: Caller,
): Promise<StoredCode> {
  const { ZipFile, S3Bucket, S3Key } = location;
  if (location.ImageUri) throw invalid('The local cloud does not host container images. Use a zip package.');
  if (ZipFile !== undefined) {
    if (S3Bucket || S3Key)
      throw invalid('Please do not provide other FunctionCode parameters when providing a ZipFile.');
    if (!(ZipFile instanceof Uint8Array)) throw invalid('ZipFile must be the bytes of a zip file.');
    return await store.putZip(ZipFile, { uploaded: true });
  }
  if (typeof S3Bucket !== 'string' || typeof S3Key !== 'string') {
    throw invalid('Please provide a source for function code.');
  }
  return await store.putZip(await fromS3(context, location, caller), { uploaded: false });
}

async function fromS3(context: CloudContext, location: CodeLocation, caller: Caller): Promise<Uint8Array> {
  const object = { Bucket: location.S3Bucket, Key: location.S3Key, VersionId: location.S3ObjectVersion };
  try {
    const { Body } = await context.call<{ Body: AsyncIterable<Uint8Array> | Uint8Array }>(
      's3',
      'GetObject',
      object,
      caller,
    );
    if (Body instanceof Uint8Array) return Body;
    const chunks: Uint8Array[] = [];
    for await (const chunk of Body) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    throw invalid(`Error occurred while GetObject. S3 Error Code: ${error.code}. S3 Error Message: ${error.message}`);
  }
}
