import { resolve } from 'node:path';
import { AssemblyError } from './assembly/assembly-error.ts';

/** Loads assemblies into the local cloud that runs at the endpoint, whichever process it is. Answers with its report. */
export async function loadInto(endpoint: string, directories: readonly string[]): Promise<string[]> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/localcloud/aws4_request',
      'x-amz-target': 'LocalCloud.LoadAssemblies',
    },
    body: JSON.stringify({ Directories: directories.map((directory) => resolve(directory)) }),
  });
  const answer = (await response.json()) as { Report?: string[]; message?: string };
  if (response.ok) return answer.Report ?? [];
  throw new AssemblyError(answer.message ?? `The local cloud at ${endpoint} answered with HTTP ${response.status}.`);
}
