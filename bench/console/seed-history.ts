import { ownId } from '../../contracts/tenant.ts';
import { pastRun } from '../../test/support/past-run.ts';
import type { RollcallCloud } from '../../test/support/rollcall-cloud.ts';

interface History {
  readonly target: string;
  readonly dataset: string;
  readonly tag: string;
  /** Rows of a hundred that passed, the oldest first, and what people called the runs. */
  readonly runs: readonly (readonly [passed: number, name?: string])[];
}

const HISTORIES: readonly History[] = [
  {
    target: 'intent-router',
    dataset: 'golden-set',
    tag: 'nightly',
    runs: [[71], [74], [78], [77], [83], [86], [88]],
  },
  {
    target: 'support-agent',
    dataset: 'golden-set',
    tag: 'release',
    runs: [
      [62, 'Prompt v1'],
      [88, 'Prompt v5'],
      [70, 'Prompt v7'],
    ],
  },
  { target: 'refund-policy', dataset: 'edge-cases', tag: 'nightly', runs: [[94], [93], [96], [95], [92]] },
];
const HOURS_BETWEEN = 19;

/** Records of runs of the last days; there are no rows to them. */
export async function seedHistory({ runs }: RollcallCloud): Promise<void> {
  for (const { target, dataset, tag, runs: history } of HISTORIES) {
    for (const [index, [passed, name]] of history.entries()) {
      const hoursAgo = 3 + (history.length - 1 - index) * HOURS_BETWEEN;
      await runs.create(
        pastRun(
          { hoursAgo, passed },
          {
            evaluation_id: ownId('default', `${target}-${index}`),
            target_name: target,
            dataset_id: ownId('default', dataset),
            tags: [tag],
            cost_usd: 0.11 + ((passed * 7 + index) % 40) / 100,
            priced: 100,
            ...(name !== undefined && { name }),
          },
        ),
      );
    }
  }
}
