import { AssemblyError } from './assembly-error.ts';

/** Sorts so that everything comes after what it needs; otherwise keeps the order given. */
export function inOrder(needs: ReadonlyMap<string, Iterable<string>>, what: string): string[] {
  const sorted: string[] = [];
  const state = new Map<string, 'visiting' | 'done'>();
  const path: string[] = [];

  const visit = (name: string) => {
    if (state.get(name) === 'done') return;
    if (state.get(name) === 'visiting') {
      const circle = [...path.slice(path.indexOf(name)), name].join(' → ');
      throw new AssemblyError(`Circular dependency between ${what}: ${circle}`);
    }
    state.set(name, 'visiting');
    path.push(name);
    for (const needed of needs.get(name) ?? []) if (needs.has(needed)) visit(needed);
    path.pop();
    state.set(name, 'done');
    sorted.push(name);
  };

  for (const name of needs.keys()) visit(name);
  return sorted;
}
