import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { AssemblyError } from '../../assembly/assembly-error.ts';
import type { LoadReport } from '../../assembly/load-report.ts';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';

const schema = z.object({ Directories: z.array(z.string().refine(isAbsolute, 'must be an absolute path')).min(1) });

/** Loads assemblies into the cloud that runs, beside what it has. */
export const loadAssemblies = (load: (directories: readonly string[]) => Promise<LoadReport>): Operation<unknown> => ({
  permissions: () => [{ action: 'localcloud:LoadAssemblies', resource: '*' }],
  async run(request) {
    const { Directories } = parseInput(schema, request);
    const missing = Directories.find((directory) => !existsSync(join(directory, 'manifest.json')));
    if (missing) {
      throw new AwsError(
        'AssemblyError',
        `${missing} is not a cloud assembly: it has no manifest.json. Run cdk synth first.`,
      );
    }
    try {
      return { Report: (await load(Directories)).lines() };
    } catch (error) {
      throw error instanceof AssemblyError ? new AwsError('AssemblyError', error.message) : error;
    }
  },
});
