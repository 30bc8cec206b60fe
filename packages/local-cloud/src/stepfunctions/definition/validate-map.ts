import { distributedMapProblem } from '../distributed-map/distributed-map-problem.ts';
import type { MapState, QueryLanguageName } from './definition.ts';
import { allowFields } from './fields.ts';
import { isObject, type Json, type Problems } from './problems.ts';
import { currentMap } from './read-definition.ts';
import { checkExpressions } from './validate-jsonata.ts';
import { checkEither, checkTemplate } from './validate-jsonpath.ts';

/** The objects only a distributed Map has, and their fields. */
const PARTS = {
  JSONata: {
    ItemReader: ['Resource', 'ReaderConfig', 'Arguments'],
    ItemBatcher: ['MaxItemsPerBatch', 'MaxInputBytesPerBatch', 'BatchInput'],
    ResultWriter: ['Resource', 'Arguments', 'WriterConfig'],
  },
  JSONPath: {
    ItemReader: ['Resource', 'ReaderConfig', 'Parameters'],
    ItemBatcher: [
      'MaxItemsPerBatch',
      'MaxItemsPerBatchPath',
      'MaxInputBytesPerBatch',
      'MaxInputBytesPerBatchPath',
      'BatchInput',
    ],
    ResultWriter: ['Resource', 'Parameters', 'WriterConfig'],
  },
};

/** The fields of a Map state, its ItemProcessor's states apart. */
export function checkMap(
  state: Json,
  language: QueryLanguageName,
  machineType: string,
  at: string,
  problems: Problems,
): void {
  if (language === 'JSONata') checkItems(state, at, problems);
  else if (state.Parameters !== undefined && state.ItemSelector !== undefined) {
    problems.add(at, "You cannot specify both 'Parameters' and 'ItemSelector'");
  }
  const name = state.Iterator === undefined ? 'ItemProcessor' : 'Iterator';
  if (state.Iterator !== undefined && state.ItemProcessor !== undefined) {
    problems.add(at, "You cannot specify both 'Iterator' and 'ItemProcessor'");
  }
  const processor = state[name];
  if (processor === undefined) problems.add(at, 'These fields are required: [ItemProcessor]');
  if (!isObject(processor)) return;
  const config = processor.ProcessorConfig ?? {};
  const configAt = `${at}/${name}/ProcessorConfig`;
  if (!isObject(config)) {
    problems.add(configAt, 'ProcessorConfig must be an object');
    return;
  }
  allowFields(config, ['Mode', 'ExecutionType'], configAt, problems);
  const { Mode = 'INLINE', ExecutionType } = config;
  if (Mode === 'INLINE') {
    if (ExecutionType !== undefined)
      problems.add(`${configAt}/ExecutionType`, 'ExecutionType is for Mode DISTRIBUTED only');
    for (const part of [...Object.keys(PARTS[language]), 'Label']) {
      if (state[part] !== undefined) problems.add(`${at}/${part}`, `${part} is for Mode DISTRIBUTED only`);
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
  checkParts(state, language, at, problems);
}

function checkItems(state: Json, at: string, problems: Problems): void {
  for (const name of ['Items', 'ItemSelector']) checkExpressions(state[name], `${at}/${name}`, problems);
  const { Items } = state;
  if (Items !== undefined && !Array.isArray(Items) && !(typeof Items === 'string' && Items.startsWith('{%'))) {
    problems.add(`${at}/Items`, 'Items must be an array or a JSONata expression');
  }
}

function checkParts(state: Json, language: QueryLanguageName, at: string, problems: Problems): void {
  for (const [name, fields] of Object.entries(PARTS[language])) {
    const part = state[name];
    if (part === undefined) continue;
    const here = `${at}/${name}`;
    if (!isObject(part)) {
      problems.add(here, `${name} must be an object`);
      return;
    }
    allowFields(part, fields, here, problems);
    if (language === 'JSONata') checkExpressions(part, here, problems);
    else {
      checkEither(part, ['MaxItemsPerBatch', 'MaxInputBytesPerBatch'], here, problems);
      if (isObject(part.ReaderConfig)) checkEither(part.ReaderConfig, ['MaxItems'], `${here}/ReaderConfig`, problems);
      checkTemplate(part, here, problems);
    }
  }
  const problem = distributedMapProblem(
    (language === 'JSONata' ? state : withoutPaths(currentMap(state))) as unknown as MapState,
  );
  if (problem) problems.add(at, problem);
}

/** `MaxItemsPath` is a MaxItems whose value is not known yet, as an expression of JSONata is. */
function withoutPaths({ ItemReader, ItemBatcher, ...map }: Json): Json {
  const config = isObject(ItemReader) && isObject(ItemReader.ReaderConfig) ? ItemReader.ReaderConfig : undefined;
  return {
    ...map,
    ItemReader: config ? { ...(ItemReader as Json), ReaderConfig: renamed(config) } : ItemReader,
    ItemBatcher: isObject(ItemBatcher) ? renamed(ItemBatcher) : ItemBatcher,
  };
}

const renamed = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.replace(/Path$/, ''), value]));
