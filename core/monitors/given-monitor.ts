import type * as z from 'zod';
import { isAsking } from '../../contracts/asking-evaluators.ts';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { givenMonitorSchema, type Monitor, monitorSchema } from '../../contracts/monitor.ts';
import type { MappingState } from '../../contracts/thread-mapping.ts';
import { compileMapping } from '../mapping/compile-mapping.ts';
import { checkEvaluator } from '../scoring/compile-evaluator.ts';
import { mergeThreadAndTraceMappings } from '../threads/thread-mappings.ts';
import { OF_THREADS, OF_TRACES } from './default-mappings.ts';

type Given = z.output<typeof givenMonitorSchema>;

/** A monitor as it is kept, with one mapping. Throws InvalidMonitor with everything that is wrong. */
export async function monitorOf(given: unknown): Promise<Monitor> {
  const parsed = givenMonitorSchema.safeParse(given);
  if (!parsed.success) throw invalid(describeIssues(parsed.error));
  const { threadMapping, isThreadMapping, mapping, ...fields } = parsed.data;
  const monitor = monitorSchema.parse({ ...fields, mapping: mappingOf(parsed.data) });
  const problems = await problemsOf(monitor);
  if (problems.length > 0) throw invalid(problems);
  return monitor;
}

function mappingOf({ mapping, threadMapping, isThreadMapping, level }: Given): MappingState {
  if (!mapping && !threadMapping) return level === 'thread' ? OF_THREADS : OF_TRACES;
  return mergeThreadAndTraceMappings(mapping, threadMapping, isThreadMapping ?? threadMapping !== undefined);
}

async function problemsOf({ filter, evaluators, mapping }: Monitor): Promise<string[]> {
  const problems: string[] = [];
  const attempt = async (what: string, work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      problems.push(`${what}: ${(error as Error).message}`);
    }
  };
  if (Object.keys(mapping.mapping).length === 0) problems.push('mapping: it has no fields');
  if (filter) await attempt('filter', () => compileMapping(filter, 'filter'));
  for (const [index, evaluator] of evaluators.entries()) {
    if (!isAsking(evaluator)) await attempt(`evaluators.${index}`, () => checkEvaluator(evaluator));
  }
  return problems;
}

const invalid = (problems: readonly string[]): RollcallError =>
  new RollcallError('InvalidMonitor', `The monitor is not valid. ${problems.join('; ')}`, { details: problems });
