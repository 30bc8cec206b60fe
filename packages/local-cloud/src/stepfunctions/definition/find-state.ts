import type { StatesBlock } from './definition.ts';

/** The block a state is in: the definition itself, a branch or an ItemProcessor. Names are unique in a definition. */
export function findState(block: StatesBlock, name: string): StatesBlock | undefined {
  if (Object.hasOwn(block.States, name)) return block;
  for (const state of Object.values(block.States)) {
    const inner = state.Type === 'Map' ? [state.ItemProcessor] : state.Type === 'Parallel' ? state.Branches : [];
    for (const one of inner) {
      const found = findState(one, name);
      if (found) return found;
    }
  }
  return undefined;
}
