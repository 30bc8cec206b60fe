import * as z from 'zod';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { UniversalTool } from '../../core/tools/universal-tools.ts';
import type { Installation } from '../connect/installation.ts';

/** Who uses tools. */
export interface ToolUser {
  readonly tenant: string;
  /** Calls targets and changes jobs; else only looks. */
  readonly mayRun: boolean;
}

/** A tool that can be used here. */
export interface Tool extends UniversalTool {
  readonly changes: boolean;
  use(given: unknown, user: ToolUser, installation: Installation): Promise<unknown>;
}

interface Definition<Input extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** Default: false */
  readonly changes?: boolean;
  use(input: z.output<Input>, user: ToolUser, installation: Installation): Promise<unknown>;
}

/** A tool of Rollcall itself; what it is given is checked by its schema. */
export function tool<Input extends z.ZodType>({ input, changes = false, use, ...rest }: Definition<Input>): Tool {
  const { $schema: _schema, ...parameters } = z.toJSONSchema(input, { io: 'input' });
  return {
    ...rest,
    changes,
    parameters,
    async use(given, user, installation) {
      const parsed = input.safeParse(given ?? {});
      if (parsed.success) return use(parsed.data, user, installation);
      const problems = describeIssues(parsed.error).join('; ');
      throw new RollcallError('InvalidControlRequest', `The arguments of ${rest.name} are not valid: ${problems}.`);
    },
  };
}
