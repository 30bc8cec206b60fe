import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, the longest first. Begun last, each of them would be waited for alone. */
const LONGEST = [
  'test/docs/commands.test.ts',
  'test/runs/killed.test.ts',
  'test/runs/export.test.ts',
  'test/runs/',
  'test/docs/',
  'test/dev/',
  'packages/local-cloud/test/stepfunctions/asl-cases.test.ts',
];

/** A fresh checkout does not know yet how long its test files take. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((path) => moduleId.includes(`/${path}`));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
