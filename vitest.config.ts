import { defineConfig } from 'vitest/config';

const common = {
  // Tests wait for conditions; these bounds are for a machine that is busy with something else.
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // Modules are loaded once a worker, not once a file.
  isolate: false,
  setupFiles: ['test/support/seed.ts'],
  env: {
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    // The check of templates against CloudFormation's schemas is `cdk synth`'s; here it would take seconds a process.
    CDK_VALIDATION: 'false',
  },
};

export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'rooms',
          include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: ['test/docs/**', 'test/runs/**', 'test/soak/**'],
          ...common,
        },
      },
      {
        // Whole runs on the local cloud: they share one synthesized assembly.
        test: {
          name: 'runs',
          include: ['test/docs/**/*.test.ts', 'test/runs/**/*.test.ts'],
          globalSetup: ['test/support/synthesize-assemblies.ts'],
          ...common,
          testTimeout: 240_000,
        },
      },
    ],
  },
});
