import * as z from 'zod';
import { progressSchema } from '../contracts/run-control.ts';
import { summarySchema } from '../contracts/summary.ts';
import type { JsonSchema } from '../core/eval-file/json-schema.ts';
import { escaped, kindOf, type Row, rowsOf } from './field-table.ts';

/** Told once. */
const SHARED = { summary: summarySchema, progress: progressSchema };

type Shapes = Readonly<Record<string, z.ZodType | readonly z.ZodType[]>>;

/** The page of what commands print with `--json`. */
export const outputPage = (commands: Shapes): string => `# What \`--json\` prints

<!-- Written by \`npm run docs\` from docs/command-output.ts. Change it there. -->

One object on stdout; \`run\` and \`watch\` print one event a line, \`progress\` whenever a count has changed. stderr carries what is said
along the way and is no part of it. Fields that are not always there are marked ○; new ones may come, none is renamed. Rows have the
names of the [results table](tables.md), \`row_index\` beginning at 0; everything else is spelled like \`evaluationId\`.

${Object.entries(commands).map(commandPart).join('\n\n')}

${Object.entries(SHARED).map(commandPart).join('\n\n')}
`;

function commandPart([name, shape]: [string, Shapes[string]]): string {
  if (!('length' in shape)) return `## ${name}\n\n${fields(schemaOf(shape))}`;
  const events = shape.map(schemaOf).map((event) => {
    const { const: called, description } = event.properties?.event ?? {};
    return `**${String(called)}**${description ? ` (${description})` : ''}\n\n${fields(event)}`;
  });
  return `## ${name}\n\n${events.join('\n\n')}`;
}

const schemaOf = (shape: z.ZodType): JsonSchema =>
  z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any' }) as JsonSchema;

const fields = (schema: JsonSchema): string =>
  ['| field | | |', '|---|---|---|', ...rowsOf(withoutRows(schema)).map(line)].join('\n');

const line = ({ field, schema, required }: Row): string =>
  `| \`${field}\`${required ? '' : ' ○'} | ${escaped(kindOf(schema))} | ${escaped(schema.description ?? '')} |`;

/** A row's own columns are told once, on the page of the tables; the fields of the event are its name. */
function withoutRows(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (name === 'event') return [];
    if (name in SHARED) return [[name, { type: 'object', description: `see [below](#${name})` }]];
    const { properties: own, items, ...rest } = field;
    if (own && 'row_index' in own) return [[name, rest]];
    if (items?.properties && 'row_index' in items.properties)
      return [[name, { ...rest, description: items.description }]];
    return [[name, field]];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
