import { loadInto } from 'local-cloud/load-into';

/** Loads assemblies into the local cloud that runs at the endpoint, and says what became of them. */
export async function loadIntoCloud(
  endpoint: string,
  assemblies: readonly string[],
  note: (text: string) => void,
): Promise<void> {
  for (const line of await loadInto(endpoint, assemblies)) note(line);
}
