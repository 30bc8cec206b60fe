import type { Format, FormatInput } from './format.ts';
import { mappedPieces } from './mapped-row.ts';

const OPEN = Buffer.from('{');
const CLOSE = Buffer.from('}');
const COMMA = Buffer.from(',\n');

/** One object a row: on a line of its own (JSON Lines), or as an element of one array. */
export function jsonFormat(input: FormatInput): Format {
  const isArray = input.request.format === 'json';
  return {
    contentType: isArray ? 'application/json' : 'application/x-ndjson',
    unload: { layout: input.layout, style: 'members', mappingColumns: input.mappingColumns },
    begin: isArray ? '[\n' : '',
    end: isArray ? '\n]\n' : '\n',
    writer(file) {
      let separator = Buffer.alloc(0);
      const write = (members: Uint8Array) => {
        const text = Buffer.concat([separator, OPEN, members, CLOSE]);
        separator = isArray ? COMMA : COMMA.subarray(1);
        return file.write(text);
      };
      return {
        row(frame) {
          if (!input.mapping) return write(frame.segments());
          return mappedPieces(frame, input, member).then((pieces) => write(Buffer.from(pieces.join(','))));
        },
      };
    },
  };
}

const member = (name: string, value: unknown): string => `${JSON.stringify(name)}:${JSON.stringify(value ?? null)}`;
