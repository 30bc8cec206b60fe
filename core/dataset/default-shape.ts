import { QUESTION_FIELDS } from '../default-input.ts';
import { type ColumnMapping, jsonataName } from './map-columns.ts';

/** Fields under other names than their columns', in the shape an agent gets without a mapping: see defaultAgentInput. */
export function agentShape({ jsonata, pairs }: ColumnMapping): string {
  const fields = pairs.map(({ field }) => field);
  const [only, ...more] = fields;
  const question = [
    ...QUESTION_FIELDS.filter((name) => fields.includes(name)),
    ...(only && more.length === 0 ? [only] : []),
  ]
    .map((name) => `$type(${jsonataName(name)}) = "string" ? ${jsonataName(name)} : `)
    .join('');
  return `${jsonata}.{ "messages": [{ "role": "user", "content": ${question}$string($) }], "input": $ }`;
}

/** The same for a tool: see defaultToolInput. */
export const toolShape = ({ jsonata }: ColumnMapping, toolName: string): string =>
  `$merge([{ "name": ${JSON.stringify(toolName)}, "id": sample_id, "input": ${jsonata} }, ${jsonata}])`;
