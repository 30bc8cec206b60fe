import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Whole runs, commands and others that wait a good deal. The longest come first, since one begun last would be waited for
 * alone; those that do little but wait stand apart from each other.
 */
const WAITING = [
  'test/docs/commands.test.ts',
  'test/functions/agent-caller/agent-of-a-run.test.ts',
  'test/runs/pause-and-cancel.long.test.ts',
  'test/runs/console/journey.long.test.ts',
  'test/functions/caller/work-batch.test.ts',
  'test/functions/caller/overlap.test.ts',
  'test/runs/killed.long.test.ts',
  'test/functions/agent-caller/call-agent.test.ts',
  'test/runs/retry-and-resume.long.test.ts',
  'test/functions/endpoint-caller/pacing.long.test.ts',
  'test/runs/export.test.ts',
  'packages/local-cloud/test/quotas/throttle.test.ts',
  'test/dev/package.long.test.ts',
  'test/runs/observability.long.test.ts',
  'test/runs/judges.long.test.ts',
  'test/mission/experiments.test.ts',
  'test/runs/cli.test.ts',
  'test/mission/once-per-row.test.ts',
  'test/runs/console/threads.long.test.ts',
  'packages/local-cloud/test/stepfunctions/engine/recovery.test.ts',
  'test/mission/budget.test.ts',
  'test/mission/orchestrator.test.ts',
  'test/mission/three-modes.test.ts',
  'test/mission/trials.test.ts',
  'test/mission/stop-policies.test.ts',
  'test/docs/',
  'test/dev/main.long.test.ts',
  'test/mission/many-rows.long.test.ts',
  'test/mission/quickstart.long.test.ts',
  'test/mission/b',
  'test/mission/console.test.ts',
  'test/mission/control-invariants.test.ts',
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
