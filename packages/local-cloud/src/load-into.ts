import { resolve } from 'node:path';
import { AssemblyError } from './assembly/assembly-error.ts';
import { LOCAL_KEY } from './iam/identities.ts';
import { signedHeaders } from './signature/sign.ts';
import { sha256 } from './signature/signing-key.ts';

/** Loads assemblies into the local cloud that runs at the endpoint, whichever process it is. Answers with its report. */
export async function loadInto(endpoint: string, directories: readonly string[]): Promise<string[]> {
  const body = JSON.stringify({ Directories: directories.map((directory) => resolve(directory)) });
  const credentials = { accessKeyId: LOCAL_KEY, secretAccessKey: LOCAL_KEY };
  const signer = { credentials, region: 'us-east-1', service: 'localcloud' };
  const headers = { 'x-amz-target': 'LocalCloud.LoadAssemblies' };
  const request = { method: 'POST', host: new URL(endpoint).host, target: '/', headers, payload: sha256(body) };
  const response = await fetch(endpoint, { method: 'POST', headers: signedHeaders(request, signer), body });
  const answer = (await response.json()) as { Report?: string[]; message?: string };
  if (response.ok) return answer.Report ?? [];
  throw new AssemblyError(answer.message ?? `The local cloud at ${endpoint} answered with HTTP ${response.status}.`);
}
