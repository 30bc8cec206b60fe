import type { CallerEvent } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { defaultAgentInput } from '../../core/default-input.ts';
import { rowInput } from '../shared/row-input.ts';

/** Step Functions' limit of an execution's input. */
const LARGEST_INPUT_BYTES = 262_144;

export async function agentInput(event: Pick<CallerEvent, 'run' | 'row'>): Promise<unknown> {
  const input = await rowInput(event, LARGEST_INPUT_BYTES, defaultAgentInput);
  const bytes = Buffer.byteLength(JSON.stringify(input));
  if (bytes <= LARGEST_INPUT_BYTES) return input;
  throw new RollcallError(
    'MappingFailed',
    `The agent's input would take ${bytes} bytes; Step Functions takes ${LARGEST_INPUT_BYTES}. Set agentInputMapping to pick what the agent needs.`,
  );
}
