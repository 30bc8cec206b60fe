import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const FOLDER = join(import.meta.dirname, '../statemachines');

type Node = unknown;
type Fields = Record<string, Node>;

/**
 * A state machine's definition in `statemachines/`, with its shared parts put in. In an object, `Use: name` (or a list of
 * names) brings the fields of the part of that name; fields beside it replace those of the part. A part that is a list
 * takes the object's place. Comments and anchors are for people and stay behind.
 */
export function composeStateMachine(name: string): Fields {
  const shared = join(FOLDER, 'shared');
  const parts: Fields = Object.assign({}, ...readdirSync(shared).map((file) => read(join(shared, file))));
  return composed(read(join(FOLDER, `${name}.asl.yaml`)), parts) as Fields;
}

const read = (path: string): Fields => parse(readFileSync(path, 'utf8')) as Fields;

function composed(node: Node, parts: Fields): Node {
  if (Array.isArray(node)) return node.map((item) => composed(item, parts));
  if (node === null || typeof node !== 'object') return node;
  const { Use: names, ...own } = node as Fields & { Use?: string | readonly string[] };
  const fields = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, composed(value, parts)]));
  if (names === undefined) return fields;
  const used = [names].flat().map((name) => {
    if (!(name in parts)) throw new Error(`statemachines/shared/ has no part ${name}.`);
    return composed(parts[name], parts);
  });
  const [list] = used;
  return Array.isArray(list) ? list : Object.assign({}, ...used, fields);
}
