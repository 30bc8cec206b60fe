import type { ToolRun } from '../../contracts/caller.ts';
import { defaultToolInput, toolNameOf } from '../../core/default-input.ts';
import { rowInput } from '../caller/row-input.ts';
import type { RowOfRun } from '../caller/target.ts';
import { LARGEST_PAYLOAD_BYTES } from './call-tool.ts';

export const toolInput = (event: RowOfRun<ToolRun>): Promise<unknown> =>
  rowInput(event, LARGEST_PAYLOAD_BYTES, (row) => defaultToolInput(row, toolNameOf(event.run.toolLambdaArn)));
