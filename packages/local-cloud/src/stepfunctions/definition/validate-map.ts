import { distributedMapProblem } from '../distributed-map/distributed-map-problem.ts';
import type { MapState } from './definition.ts';
import { allowFields } from './fields.ts';
import { isObject, type Json, type Problems } from './problems.ts';
import { checkExpressions } from './validate-jsonata.ts';

/** The objects only a distributed Map has, and their fields. */
const PARTS = {
  ItemReader: ['Resource', 'ReaderConfig', 'Arguments'],
  ItemBatcher: ['MaxItemsPerBatch', 'MaxInputBytesPerBatch', 'BatchInput'],
  ResultWriter: ['Resource', 'Arguments', 'WriterConfig'],
};

/** The fields of a Map state, its ItemProcessor's states apart. */
export function checkMap(state: Json, machineType: string, at: string, problems: Problems): void {
  for (const name of ['Items', 'ItemSelector']) checkExpressions(state[name], `${at}/${name}`, problems);
  const { Items, ItemProcessor } = state;
  if (Items !== undefined && !Array.isArray(Items) && !(typeof Items === 'string' && Items.startsWith('{%'))) {
    problems.add(`${at}/Items`, 'Items must be an array or a JSONata expression');
  }
  if (!isObject(ItemProcessor)) return;
  const config = ItemProcessor.ProcessorConfig ?? {};
  const configAt = `${at}/ItemProcessor/ProcessorConfig`;
  if (!isObject(config)) {
    problems.add(configAt, 'ProcessorConfig must be an object');
    return;
  }
  allowFields(config, ['Mode', 'ExecutionType'], configAt, problems);
  const { Mode = 'INLINE', ExecutionType } = config;
  if (Mode === 'INLINE') {
    if (ExecutionType !== undefined)
      problems.add(`${configAt}/ExecutionType`, 'ExecutionType is for Mode DISTRIBUTED only');
    for (const name of [...Object.keys(PARTS), 'Label']) {
      if (state[name] !== undefined) problems.add(`${at}/${name}`, `${name} is for Mode DISTRIBUTED only`);
    }
    return;
  }
  if (Mode !== 'DISTRIBUTED') {
    problems.add(`${configAt}/Mode`, 'Mode must be INLINE or DISTRIBUTED');
    return;
  }
  if (machineType === 'EXPRESS')
    problems.add(`${configAt}/Mode`, 'Mode DISTRIBUTED is not supported in an Express state machine');
  if (ExecutionType !== 'STANDARD' && ExecutionType !== 'EXPRESS') {
    problems.add(`${configAt}/ExecutionType`, 'Mode DISTRIBUTED requires ExecutionType STANDARD or EXPRESS');
  }
  let whole = true;
  for (const [name, fields] of Object.entries(PARTS)) {
    const part = state[name];
    if (part === undefined) continue;
    if (isObject(part)) {
      allowFields(part, fields, `${at}/${name}`, problems);
      checkExpressions(part, `${at}/${name}`, problems);
    } else {
      problems.add(`${at}/${name}`, `${name} must be an object`);
      whole = false;
    }
  }
  const problem = whole && distributedMapProblem(state as unknown as MapState);
  if (problem) problems.add(at, problem);
}
