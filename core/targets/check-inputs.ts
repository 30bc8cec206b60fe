import { RollcallError } from '../../contracts/errors.ts';
import type { JsonObject } from '../json.ts';
import { inSandbox, SandboxError } from '../sandbox/sandbox.ts';

export interface InputsTask {
  readonly schema: JsonObject;
  readonly inputs: readonly unknown[];
}

/** What is wrong with each of these inputs of a target. Without inputs, only the schema is checked. */
export async function problemsOf(task: InputsTask): Promise<string[][]> {
  try {
    return (await inSandbox('schemas', task)) as string[][];
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    if (error.thrown === 'InvalidTarget') throw new RollcallError('InvalidTarget', error.message, { cause: error });
    const message = `inputSchema cannot be applied: ${error.message}. Use a simpler schema, or send fewer items.`;
    throw new RollcallError(task.inputs.length > 0 ? 'InvalidItems' : 'InvalidTarget', message, { cause: error });
  }
}
