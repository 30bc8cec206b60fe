import { type AttributeValue, attribute, type Item } from '../attribute-value.ts';
import { clash, type DocumentPath, printPath } from './document-path.ts';
import { Parser } from './parser.ts';
import type { Scope } from './scope.ts';

export function parseProjection(source: string, scope: Scope): DocumentPath[] {
  const parser = new Parser('ProjectionExpression', source, scope);
  const paths = parser.list(() => parser.path());
  for (const [index, two] of paths.entries()) {
    for (const one of paths.slice(0, index)) {
      const found = clash(one, two);
      if (found) {
        parser.fault(
          `Two document paths ${found} with each other; must remove or rewrite one of these paths; ` +
            `path one: ${printPath(one)}, path two: ${printPath(two)}`,
        );
      }
    }
  }
  parser.finish();
  return paths;
}

/** Only what the paths name. Elements picked out of a list keep their order and move together. */
export function project(item: Item, paths: readonly DocumentPath[]): Item {
  return projectValue({ M: item }, paths)?.M ?? {};
}

function projectValue(value: AttributeValue, paths: readonly DocumentPath[]): AttributeValue | undefined {
  if (paths.some((path) => path.length === 0)) return value;
  const bySteps = groupByFirstStep(paths);
  if (value.M) {
    const members: [string, AttributeValue][] = [];
    for (const [step, below] of bySteps) {
      const member = typeof step === 'string' ? attribute(value.M, step) : undefined;
      const kept = member && projectValue(member, rests(below));
      if (kept) members.push([step as string, kept]);
    }
    return members.length > 0 ? { M: Object.fromEntries(members) } : undefined;
  }
  if (value.L) {
    const indexes = [...bySteps.keys()].filter((step) => typeof step === 'number').sort((a, b) => a - b);
    const members = indexes.flatMap((index) => {
      const member = value.L?.[index];
      return (member && projectValue(member, rests(bySteps.get(index) ?? []))) ?? [];
    });
    return members.length > 0 ? { L: members } : undefined;
  }
  return undefined;
}

const rests = (paths: readonly DocumentPath[]): DocumentPath[] => paths.map((path) => path.slice(1));

function groupByFirstStep(paths: readonly DocumentPath[]): Map<string | number, DocumentPath[]> {
  const groups = new Map<string | number, DocumentPath[]>();
  for (const path of paths) {
    const step = path[0] as string | number;
    groups.set(step, [...(groups.get(step) ?? []), path]);
  }
  return groups;
}
