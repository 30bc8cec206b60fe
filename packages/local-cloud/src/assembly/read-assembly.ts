import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AssemblyError } from './assembly-error.ts';
import type { Template } from './template.ts';

/** A file or folder the stack needs in S3 before it is created, such as a function's code. */
export interface FileAsset {
  readonly id: string;
  readonly path: string;
  readonly packaging: 'zip' | 'file';
  readonly bucketName: string;
  readonly objectKey: string;
}

/** One stack of a cloud assembly. */
export interface StackArtifact {
  readonly stackName: string;
  /** The artifact's id, unique within its assembly folder. */
  readonly artifactId: string;
  readonly directory: string;
  readonly template: Template;
  readonly assets: readonly FileAsset[];
  /** Artifact ids in the same folder that come first. */
  readonly dependencies: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
}

interface Artifact {
  readonly type: string;
  readonly properties?: {
    readonly templateFile?: string;
    readonly stackName?: string;
    readonly directoryName?: string;
    readonly file?: string;
    readonly tags?: Record<string, string>;
  };
  readonly dependencies?: readonly string[];
}

/** Reads every stack of a `cdk.out` folder, those of its stages too. */
export function readAssembly(directory: string): StackArtifact[] {
  const root = resolve(directory);
  const manifestPath = join(root, 'manifest.json');
  if (!existsSync(manifestPath)) {
    throw new AssemblyError(
      `${directory} is not a cloud assembly: it has no manifest.json. Give the folder that cdk synth wrote (cdk.out).`,
    );
  }
  const { artifacts = {} } = readJson<{ artifacts?: Record<string, Artifact> }>(manifestPath);
  return Object.entries(artifacts).flatMap(([id, artifact]) => {
    const properties = artifact.properties ?? {};
    if (artifact.type === 'cdk:cloud-assembly') return readAssembly(join(root, properties.directoryName ?? ''));
    if (artifact.type !== 'aws:cloudformation:stack' || !properties.templateFile) return [];
    const dependencies = artifact.dependencies ?? [];
    return [
      {
        stackName: properties.stackName ?? id,
        artifactId: id,
        directory: root,
        template: readTemplate(join(root, properties.templateFile)),
        assets: dependencies
          .map((dependency) => artifacts[dependency])
          .filter((dependency) => dependency?.type === 'cdk:asset-manifest')
          .flatMap((manifest) => readAssets(root, manifest?.properties?.file ?? '', properties.templateFile ?? '')),
        dependencies: dependencies.filter((dependency) => artifacts[dependency]?.type === artifact.type),
        tags: properties.tags ?? {},
      },
    ];
  });
}

function readTemplate(path: string): Template {
  const template = readJson<Template>(path);
  if (template.Resources === null || typeof template.Resources !== 'object') {
    throw new AssemblyError(`${path} has no Resources: it is not a CloudFormation template.`);
  }
  return template;
}

interface AssetManifest {
  readonly files?: Record<
    string,
    {
      readonly source: { readonly path?: string; readonly packaging?: string; readonly executable?: unknown };
      readonly destinations: Record<string, { readonly bucketName: string; readonly objectKey: string }>;
    }
  >;
  readonly dockerImages?: Record<string, unknown>;
}

/** The template is listed among a stack's assets too; it is read from disk and needs no bucket. */
function readAssets(root: string, file: string, templateFile: string): FileAsset[] {
  const manifest = readJson<AssetManifest>(join(root, file));
  const image = Object.keys(manifest.dockerImages ?? {})[0];
  if (image) throw new AssemblyError(`${file} names the container image ${image}; the local cloud hosts no images.`);
  return Object.entries(manifest.files ?? {}).flatMap(([id, { source, destinations }]) => {
    if (source.path === templateFile) return [];
    const { path, packaging = 'file' } = source;
    if (path === undefined || (packaging !== 'zip' && packaging !== 'file')) {
      throw new AssemblyError(`${file}: the asset ${id} is made by a command or packaging the local cloud cannot run.`);
    }
    return Object.values(destinations).map(({ bucketName, objectKey }) => ({
      id,
      path: join(root, path),
      packaging,
      bucketName,
      objectKey,
    }));
  });
}

function readJson<T>(path: string): T {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    throw new AssemblyError(`${path} cannot be read as JSON: ${(error as Error).message}`);
  }
}
