import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface StackFixture {
  readonly template: object;
  readonly dependencies?: readonly string[];
  /** Folders to zip and publish, by asset id: file name → content. */
  readonly assets?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const BUCKET = `cdk-hnb659fds-assets-\${AWS::AccountId}-\${AWS::Region}`;

/** Writes a cloud assembly as `cdk synth` would, with the given stacks. */
export function writeAssembly(directory: string, stacks: Readonly<Record<string, StackFixture>>): string {
  const artifacts: Record<string, object> = {};
  for (const [name, { template, dependencies = [], assets = {} }] of Object.entries(stacks)) {
    const files = Object.entries(assets).map(([id, content]) => {
      for (const [file, text] of Object.entries(content)) write(join(directory, `asset.${id}`, file), text);
      const destinations = { here: { bucketName: BUCKET, objectKey: `${id}.zip` } };
      return [id, { source: { path: `asset.${id}`, packaging: 'zip' }, destinations }];
    });
    write(join(directory, `${name}.template.json`), JSON.stringify(template));
    write(
      join(directory, `${name}.assets.json`),
      JSON.stringify({ files: Object.fromEntries(files), dockerImages: {} }),
    );
    artifacts[`${name}.assets`] = { type: 'cdk:asset-manifest', properties: { file: `${name}.assets.json` } };
    artifacts[name] = {
      type: 'aws:cloudformation:stack',
      properties: { templateFile: `${name}.template.json` },
      dependencies: [`${name}.assets`, ...dependencies],
    };
  }
  write(join(directory, 'manifest.json'), JSON.stringify({ version: '55.0.0', artifacts }));
  return directory;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
