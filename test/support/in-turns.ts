import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Whole runs and commands, which wait a good deal; the longest first, since one begun last would be waited for alone. */
const WAITING = [
  'test/docs/commands.test.ts',
  'test/runs/pause-and-cancel.test.ts',
  'test/runs/console/journey.test.ts',
  'test/runs/killed.test.ts',
  'test/runs/retry-and-resume.test.ts',
  'test/functions/endpoint-caller/pacing.test.ts',
  'test/runs/export.test.ts',
  'test/dev/package.test.ts',
  'test/runs/observability.test.ts',
  'test/runs/judges.test.ts',
  'test/runs/cli.test.ts',
  'test/runs/console/threads.test.ts',
  'test/docs/',
  'test/dev/main.test.ts',
  'test/runs/',
];

const rankOf = ({ moduleId }: TestSpecification): number => WAITING.findIndex((path) => moduleId.includes(`/${path}`));

/** Files that wait and files that compute, in turns, so that the processors always have something to do. */
export class InTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waiting = sorted.filter((file) => rankOf(file) >= 0).sort((a, b) => rankOf(a) - rankOf(b));
    const computing = sorted.filter((file) => rankOf(file) < 0);
    const placed = [waiting, computing].flatMap((group) =>
      group.map((file, index) => ({ file, place: index / group.length })),
    );
    return placed.sort((a, b) => a.place - b.place).map(({ file }) => file);
  }
}
