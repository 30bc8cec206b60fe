import type { Definition } from './definition.ts';
import { isObject, type Json } from './problems.ts';

/** A definition as the engine runs it: what JSONPath has older names for is under the newer ones. */
export function readDefinition(text: string): Definition {
  return withCurrentNames(JSON.parse(text) as Json) as unknown as Definition;
}

function withCurrentNames(block: Json): Json {
  if (!isObject(block.States)) return block;
  const states = Object.entries(block.States).map(([name, state]) => [name, currentState(state as Json)]);
  return { ...block, States: Object.fromEntries(states) };
}

function currentState(state: Json): Json {
  if (state.Type === 'Parallel' && Array.isArray(state.Branches)) {
    return { ...state, Branches: state.Branches.map(withCurrentNames) };
  }
  if (state.Type !== 'Map') return state;
  const map = currentMap(state);
  return { ...map, ItemProcessor: withCurrentNames(map.ItemProcessor as Json) };
}

/** A Map's Iterator is its ItemProcessor, its Parameters are its ItemSelector; a reader's Parameters are its Arguments. */
export function currentMap({ Iterator, Parameters, ItemReader, ResultWriter, ...map }: Json): Json {
  return {
    ...map,
    ItemProcessor: map.ItemProcessor ?? Iterator,
    ...(Parameters !== undefined && { ItemSelector: Parameters }),
    ...(ItemReader !== undefined && { ItemReader: currentArguments(ItemReader) }),
    ...(ResultWriter !== undefined && { ResultWriter: currentArguments(ResultWriter) }),
  };
}

function currentArguments(part: unknown): unknown {
  if (!isObject(part) || part.Parameters === undefined) return part;
  const { Parameters, ...rest } = part;
  return { ...rest, Arguments: Parameters };
}
