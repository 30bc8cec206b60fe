import { defineConfig } from 'vitest/config';
import { InTurns } from './test/support/in-turns.ts';

export default defineConfig({
  test: {
    maxWorkers: 4,
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    // Tests wait for conditions; these bounds are for a machine that is busy with something else.
    testTimeout: 240_000,
    hookTimeout: 360_000,
    expect: { poll: { timeout: 120_000 } },
    // Modules are loaded once a worker, not once a file.
    isolate: false,
    // What was translated once is used again by the next run.
    experimental: { fsModuleCache: true },
    globalSetup: ['test/support/share-with-workers.ts'],
    setupFiles: ['test/support/seed.ts'],
    sequence: { sequencer: InTurns },
    env: {
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      // The check of templates against CloudFormation's schemas is `cdk synth`'s; here it would take seconds a process.
      CDK_VALIDATION: 'false',
    },
  },
});
