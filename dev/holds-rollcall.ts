import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly artifacts?: Readonly<Record<string, Artifact>>;
}
interface Artifact {
  readonly type?: string;
  readonly properties?: { readonly stackName?: string; readonly directoryName?: string };
}

/** Whether an assembly brings Rollcall's stacks itself: our own one, or that of an app with Rollcall as a construct. */
export function holdsRollcall(assembly: string): boolean {
  const file = join(assembly, 'manifest.json');
  if (!existsSync(file)) return false;
  const { artifacts = {} } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  return Object.entries(artifacts).some(([id, { type, properties = {} }]) => {
    if (type === 'cdk:cloud-assembly') return holdsRollcall(join(assembly, properties.directoryName ?? id));
    return type === 'aws:cloudformation:stack' && (properties.stackName ?? id).startsWith('RollcallOrchestration');
  });
}
