import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAssembly } from '../../src/assembly/read-assembly.ts';
import { writeAssembly } from './write-assembly.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'local-cloud-read-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const write = (name: string, content: unknown) =>
  writeFileSync(join(directory, name), typeof content === 'string' ? content : JSON.stringify(content));

describe('reading a cloud assembly', () => {
  it('gives its stacks with their assets and what they depend on', () => {
    writeAssembly(directory, {
      Second: { template: { Resources: {} }, dependencies: ['First'], assets: { abc: { 'index.js': '1' } } },
      First: { template: { Resources: {} } },
    });
    const [second, first] = readAssembly(directory);
    expect(second).toMatchObject({ stackName: 'Second', dependencies: ['First'] });
    expect(second?.assets).toEqual([
      expect.objectContaining({ path: join(directory, 'asset.abc'), packaging: 'zip', objectKey: 'abc.zip' }),
    ]);
    expect(first).toMatchObject({ stackName: 'First', dependencies: [], assets: [] });
  });

  it('reads the assemblies nested in it, and names given to stacks', () => {
    mkdirSync(join(directory, 'assembly-Stage'));
    writeAssembly(join(directory, 'assembly-Stage'), { Inner: { template: { Resources: {} } } });
    write('T.json', { Resources: {} });
    write('manifest.json', {
      artifacts: {
        Stage: { type: 'cdk:cloud-assembly', properties: { directoryName: 'assembly-Stage' } },
        Artifact: { type: 'aws:cloudformation:stack', properties: { templateFile: 'T.json', stackName: 'Named' } },
        Tree: { type: 'cdk:tree', properties: { file: 'tree.json' } },
      },
    });
    expect(readAssembly(directory).map((stack) => stack.stackName)).toEqual(['Inner', 'Named']);
  });

  it('refuses a folder without a manifest', () => {
    expect(() => readAssembly(directory)).toThrow('is not a cloud assembly: it has no manifest.json');
  });

  it('refuses what is not JSON, with the file named', () => {
    write('manifest.json', '{');
    expect(() => readAssembly(directory)).toThrow(/manifest\.json cannot be read as JSON/);
  });

  it('refuses a template without resources', () => {
    writeAssembly(directory, { App: { template: {} } });
    expect(() => readAssembly(directory)).toThrow('it is not a CloudFormation template');
  });

  it('refuses container images', () => {
    writeAssembly(directory, { App: { template: { Resources: {} } } });
    write('App.assets.json', { dockerImages: { 'my-image': {} } });
    expect(() => readAssembly(directory)).toThrow('my-image; the local cloud hosts no images');
  });
});
