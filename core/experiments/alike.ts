import type { ComparedRow, ComparedVariant, GradedBy } from '../../contracts/comparison.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { plural } from '../format.ts';

export interface AlikeVariants {
  readonly variants: readonly ComparedVariant[];
  /** What was left out because not all have it, in words. */
  readonly leftOut: readonly string[];
}

/**
 * Variants with what they can be compared by: evaluators of the same definition, and rows with the same input and expected
 * answer. Where nothing is shared, the comparison is refused.
 */
export function alike(variants: readonly ComparedVariant[], baseline: string): AlikeVariants {
  const graded = withSharedEvaluators(variants);
  return withSharedRows(graded.variants, baseline, graded.leftOut);
}

const nameOf = ({ name, type }: GradedBy): string => name ?? type;

/** Weights say how scores add up, not what a score is. */
function definitionOf({ weight: _weight, required: _required, ...definition }: GradedBy): string {
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, v]) => [k, sorted(v)]),
        )
      : value;
  return JSON.stringify(sorted(definition));
}

function withSharedEvaluators(variants: readonly ComparedVariant[]): AlikeVariants {
  const lists = variants.map(({ evaluators }) => evaluators);
  if (lists.some((list) => list === undefined)) return { variants, leftOut: [] };
  const all = lists.map((list = []) => new Map(list.map((evaluator) => [nameOf(evaluator), evaluator])));
  const names = [...new Set(all.flatMap((own) => [...own.keys()]))];
  const isShared = (name: string): boolean =>
    new Set(all.map((own) => definitionOf(own.get(name) ?? { type: '' }))).size === 1;
  const shared = names.filter(isShared);
  const isRequired = (name: string, own: Map<string, GradedBy>) => own.get(name)?.required !== false;
  const differs = shared.filter((name) => new Set(all.map((own) => isRequired(name, own))).size > 1);
  if (shared.length === names.length && differs.length === 0) return { variants, leftOut: [] };
  if (shared.length === 0) throw nothingShared(variants);
  const required = shared.filter((name) => all.every((own) => isRequired(name, own)));
  const deciding = required.length > 0 ? required : shared;
  const owners = (name: string) => variants.filter((_, at) => all[at]?.has(name)).map((variant) => variant.name);
  const leftOut = names
    .filter((name) => !isShared(name))
    .map((name) =>
      owners(name).length === variants.length
        ? `Left out ${name}: its definition differs between the runs.`
        : `Left out ${name}: only ${listed(owners(name))} ${owners(name).length === 1 ? 'has' : 'have'} it.`,
    );
  const decided = `A row passes here by ${listed(deciding)} alone.`;
  return {
    variants: variants.map((variant) => ({
      ...variant,
      rows: variant.rows.map((row) => gradedBy(row, new Set(shared), deciding)),
    })),
    leftOut: [...leftOut, decided],
  };
}

/** A row with the scores of these evaluators, and the verdict of those that decide. */
function gradedBy(row: ComparedRow, shared: ReadonlySet<string>, deciding: readonly string[]): ComparedRow {
  const scores = Object.fromEntries(Object.entries(row.scores).filter(([name]) => shared.has(name)));
  if (row.status !== 'succeeded') return { ...row, scores };
  const verdicts = deciding.map((name) => row.verdicts?.[name]);
  const passed = verdicts.some((verdict) => verdict === undefined) ? undefined : verdicts.every((verdict) => verdict);
  return { ...row, scores, passed };
}

function nothingShared(variants: readonly ComparedVariant[]): RollcallError {
  const names = listed(variants.map(({ name }) => name));
  const commands = variants.map(({ evaluationId }) => `rollcall score ${evaluationId} --evaluators FILE`);
  return new RollcallError(
    'NothingToCompare',
    `${names} were graded by different evaluators. Grade them alike with: ${[...new Set(commands)].join(' && ')}`,
  );
}

function withSharedRows(
  variants: readonly ComparedVariant[],
  baselineName: string,
  leftOut: readonly string[],
): AlikeVariants {
  const baseline = variants.find(({ name }) => name === baselineName);
  const others = variants.filter((variant) => variant !== baseline);
  const own = new Map(baseline?.rows.map((row) => [row.sampleId, row]));
  const said: string[] = [];
  let shares = own.size === 0 || others.every(({ rows }) => rows.length === 0);
  const comparable = others.map((variant) => {
    const ids = new Set(variant.rows.map(({ sampleId }) => sampleId));
    const changed = new Map<string, 'input' | 'expected answer'>();
    for (const row of variant.rows) {
      const other = own.get(row.sampleId);
      const field = other && changedField(row, other);
      if (field) changed.set(row.sampleId, field);
    }
    const both = [...ids].filter((id) => own.has(id)).length;
    const count = (field: string) => [...changed.values()].filter((one) => one === field).length;
    if (both > changed.size) shares = true;
    const parts = [
      [ids.size - both, `only ${variant.name} has`],
      [own.size - both, `only ${baselineName} has`],
      [count('input'), 'whose input differs'],
      [count('expected answer'), 'whose expected answer differs'],
    ] as const;
    const told = parts.filter(([rows]) => rows > 0).map(([rows, why]) => `${plural(rows, 'row')} ${why}`);
    if (told.length > 0 && ids.size > 0 && own.size > 0) {
      said.push(
        `Compared ${variant.name} with ${baselineName} on ${plural(both - changed.size, 'shared row')}. Left out: ${told.join(', ')}.`,
      );
    }
    return changed.size === 0 ? variant : { ...variant, notComparable: new Set(changed.keys()) };
  });
  if (!shares) {
    const datasets = [...new Set(variants.flatMap(({ datasetId }) => datasetId ?? []))];
    const which = datasets.length > 1 ? ` (${datasets.join(', ')})` : '';
    throw new RollcallError(
      'NothingToCompare',
      `${listed(variants.map(({ name }) => name))} share no row with the same input and expected answer${which}. Run both on one dataset with: rollcall run eval.yaml`,
    );
  }
  return {
    variants: variants.map((variant) => comparable[others.indexOf(variant)] ?? variant),
    leftOut: [...leftOut, ...said],
  };
}

/** Undefined where they are the same, or where one of them is not known. */
function changedField(a: ComparedRow, b: ComparedRow): 'input' | 'expected answer' | undefined {
  const differs = (one: string | null | undefined, other: string | null | undefined) =>
    one !== undefined && other !== undefined && one !== other;
  if (differs(a.input, b.input)) return 'input';
  return differs(a.expected, b.expected) ? 'expected answer' : undefined;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
