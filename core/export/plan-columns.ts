import { RollcallError } from '../../contracts/errors.ts';
import {
  ANSWER_COLUMNS,
  EXPECTED,
  EXTRA_COLUMNS,
  type ExportColumn,
  type FieldColumn,
  IDENTITY_COLUMNS,
  INPUT,
  METADATA,
  OUTCOME_COLUMNS,
  SCORES,
  TRIAL,
  VARIANT,
} from './column.ts';

type Field = Omit<FieldColumn, 'name'>;
/** The dataset's column of expected answers. Exports have it under its own name, and as `expected`. */
type ExpectedField = Omit<Field, 'from'> & { readonly from: 'expected' };

/** The members of the rows' JSON columns, in the order they are to be exported in. */
export interface RowFields {
  readonly fields: readonly (Field | ExpectedField)[];
  /** Some row's input is no object, and can only be exported as a whole. */
  readonly hasPlainInput: boolean;
  /** Rows were called several times. Default: false */
  readonly hasTrials?: boolean;
  /** The target answers for several models. Default: false */
  readonly hasVariants?: boolean;
}

interface ColumnChoice {
  readonly columns?: readonly string[];
  readonly flatten: boolean;
}

/** All columns of an export in order: the dataset's own first, then answers, mapped columns, and what became of the row. */
export function planColumns(choice: ColumnChoice, rows: RowFields, mapped: readonly string[]): ExportColumn[] {
  const fields = choice.flatten ? rows.fields : [];
  const whole = [...(choice.flatten && !rows.hasPlainInput ? [] : [INPUT]), ...(choice.flatten ? [] : [METADATA])];
  const scores = fields.filter((field): field is Field => field.from === 'scores');
  const ours: ExportColumn[] = [
    ...whole,
    ...ANSWER_COLUMNS,
    ...mapped.map((name) => ({ from: 'mapping' as const, name })),
    ...OUTCOME_COLUMNS,
    ...(choice.flatten ? [] : [SCORES]),
    ...IDENTITY_COLUMNS,
    ...(rows.hasTrials ? [TRIAL] : []),
    ...(rows.hasVariants ? [VARIANT] : []),
  ];
  refuseTakenNames(mapped, ours);
  const taken = new Set([...ours, ...EXTRA_COLUMNS].map((column) => column.name));
  const own = fields.flatMap((field) => {
    if (field.from === 'scores' || (field.from === 'expected' && field.key === 'expected')) return [];
    return [named(field, taken)];
  });
  const scored = scores.map((field) => ({ ...field, name: scoreColumn(field) }));
  const columns = [...own, ...ours.flatMap((column) => (column.name === '_passed' ? [column, ...scored] : [column]))];
  return choice.columns ? chosen(choice.columns, columns) : columns;
}

/** `scores.exact`, `scores.exact.passed`, `scores.exact.reason` */
const scoreColumn = ({ key, part = 'score' }: Field): string =>
  part === 'score' ? `scores.${key}` : `scores.${key}.${part}`;

/** A column keeps its name unless one of ours, or an earlier one, has it. */
function named(field: Field | ExpectedField, taken: Set<string>): ExportColumn {
  const { from, key } = field;
  const name = taken.has(key) ? `${from}.${key}` : key;
  taken.add(name);
  return from === 'expected' ? { ...EXPECTED, name } : { ...field, from, name };
}

function refuseTakenNames(mapped: readonly string[], ours: readonly ExportColumn[]): void {
  const clash = mapped.find((name) => ours.some((column) => column.from !== 'mapping' && column.name === name));
  if (clash === undefined) return;
  throw new RollcallError(
    'InvalidExportRequest',
    `outputMapping makes a column ${JSON.stringify(clash)}, which every export has already; give it another name.`,
  );
}

function chosen(names: readonly string[], columns: readonly ExportColumn[]): ExportColumn[] {
  const known = new Map<string, ExportColumn>([...EXTRA_COLUMNS, ...columns].map((column) => [column.name, column]));
  return names.map((name) => {
    const column = known.get(name);
    if (column) return column;
    throw new RollcallError(
      'InvalidExportRequest',
      `columns has ${JSON.stringify(name)}, which is no column of this run. There are: ${[...known.keys()].join(', ')}.`,
    );
  });
}
