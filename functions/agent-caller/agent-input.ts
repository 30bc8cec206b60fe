import { RollcallError } from '../../contracts/errors.ts';
import { defaultAgentInput } from '../../core/default-input.ts';
import { rowInput } from '../caller/row-input.ts';
import type { RowOfRun } from '../caller/target.ts';

/** Step Functions' limit of an execution's input, and of a state's. */
const LARGEST_STATE_BYTES = 262_144;
/** The input travels to Step Functions in the answer of a function: what is around it there counts too. */
const AROUND_INPUT_BYTES = 4_096;

export async function agentInput(row: RowOfRun): Promise<unknown> {
  const largest = LARGEST_STATE_BYTES - AROUND_INPUT_BYTES;
  const input = await rowInput(row, largest, defaultAgentInput);
  const bytes = Buffer.byteLength(JSON.stringify(input));
  if (bytes <= largest) return input;
  throw new RollcallError(
    'MappingFailed',
    `The agent's input would take ${bytes} bytes; ${largest} can be handed to an agent. Set agentInputMapping to pick what the agent needs.`,
  );
}
