import { defineConfig } from 'vitest/config';

const limits = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'rooms',
          include: ['test/**/*.test.ts'],
          exclude: ['test/docs/**', 'test/runs/**', 'test/soak/**'],
          ...limits,
        },
      },
      {
        // Whole runs on the local cloud: they share one synthesized assembly.
        test: {
          name: 'runs',
          include: ['test/docs/**/*.test.ts', 'test/runs/**/*.test.ts'],
          globalSetup: ['test/support/synthesize-assemblies.ts'],
          ...limits,
        },
      },
    ],
  },
});
