import type { CloudContext } from '../../cloud-context.ts';
import type { Pattern } from './resource.ts';
import type { TaskRun } from './task.ts';
import type { ExecutionEnds } from './waiting.ts';

/** What an integration is given besides the task itself. */
export interface Tools {
  readonly context: CloudContext;
  readonly executionEnds: ExecutionEnds;
  /** One line for the person at the terminal, the first time only. */
  logOnce(line: string): void;
}

/** A task whose Arguments are known to be an object with the required members. */
export interface IntegrationRun extends TaskRun {
  readonly arguments: Record<string, unknown>;
  readonly pattern: Pattern;
}

/** One optimized integration: `lambda:invoke`, `sns:publish` … */
export interface Integration {
  /** The patterns AWS offers for it. */
  readonly patterns: readonly Pattern[];
  /** Arguments without which AWS refuses the definition. */
  readonly required: readonly string[];
  /** Arguments of which it needs one, whichever. */
  readonly eitherOf?: readonly string[];
  /** Further arguments it takes; any other is refused. */
  readonly optional: readonly string[];
  run(run: IntegrationRun, tools: Tools): Promise<unknown>;
}
