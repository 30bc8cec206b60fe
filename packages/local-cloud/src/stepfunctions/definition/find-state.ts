import type { QueryLanguageName, StatesBlock } from './definition.ts';

export interface FoundState {
  readonly block: StatesBlock;
  /** For states of the block that do not say their own. */
  readonly language: QueryLanguageName;
}

/** The block a state is in: the definition itself, a branch or an ItemProcessor. Names are unique in a definition. */
export function findState(
  block: StatesBlock,
  name: string,
  language: QueryLanguageName = block.QueryLanguage ?? 'JSONPath',
): FoundState | undefined {
  if (Object.hasOwn(block.States, name)) return { block, language };
  for (const state of Object.values(block.States)) {
    const own = state.QueryLanguage ?? language;
    const inner = state.Type === 'Map' ? [state.ItemProcessor] : state.Type === 'Parallel' ? state.Branches : [];
    for (const one of inner) {
      const found = findState(one, name, one.QueryLanguage ?? own);
      if (found) return found;
    }
  }
  return undefined;
}
