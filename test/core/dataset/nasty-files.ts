import { LARGEST_ROW_BYTES } from '../../../contracts/dataset-row.ts';
import type { ReadOptions } from '../../../core/dataset/read-options.ts';

export interface NastyFile {
  /** What is nasty about it. */
  readonly title: string;
  readonly name: string;
  readonly content: Buffer;
  readonly options?: ReadOptions;
  /** Input, expected answer and metadata of every row, or the beginning of the refusal. */
  readonly rows?: readonly ExpectedRow[];
  readonly refusal?: string;
  /** An export gives other bytes; what these are. Otherwise they are the same. */
  readonly exported?: Buffer;
}

interface ExpectedRow {
  readonly input: unknown;
  readonly expected?: string;
  readonly metadata?: unknown;
}

const utf8 = (text: string): Buffer => Buffer.from(text);
const bom = (text: string): Buffer => Buffer.from(`\ufeff${text}`);
const utf16le = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const utf16be = (text: string): Buffer => utf16le(text).swap16();
const rows = (...inputs: unknown[]): ExpectedRow[] => inputs.map((input) => ({ input }));
const wide = 'x'.repeat(LARGEST_ROW_BYTES - 200);

type Case = Omit<NastyFile, 'title' | 'content'> & { content: Buffer | string };

const CASES: Record<string, Case> = {
  // Encodings
  'a byte order mark before the header': {
    name: 'a.csv',
    content: bom('id,q\n1,x\n'),
    rows: rows({ id: '1', q: 'x' }),
  },
  'a byte order mark before a quoted header': {
    name: 'a.csv',
    content: bom('"id","q"\r\n"1","x"\r\n'),
    rows: rows({ id: '1', q: 'x' }),
  },
  'UTF-16, little end first, with tabs: Excel’s "Unicode text"': {
    name: 'a.txt',
    content: utf16le('name\tcity\r\nJürgen 🐘\tKøbenhavn\r\n'),
    rows: rows({ name: 'Jürgen 🐘', city: 'København' }),
  },
  'UTF-16, big end first': { name: 'a.csv', content: utf16be('a,b\n1,é\n'), rows: rows({ a: '1', b: 'é' }) },
  'UTF-16 without a mark': {
    name: 'a.csv',
    content: Buffer.from('a,b\n1,2\n', 'utf16le'),
    refusal: 'The file looks like UTF-16 without a byte order mark.',
  },
  'UTF-16 that ends in half a character': {
    name: 'a.csv',
    content: Buffer.concat([utf16le('a\n1\n'), Buffer.from([0x41])]),
    refusal: 'Line 3, byte 11 of the file: half a character of UTF-16.',
  },
  'a lone surrogate in UTF-16': {
    name: 'a.csv',
    content: Buffer.concat([utf16le('a\n'), Buffer.from([0x00, 0xd8, 0x41, 0x00])]),
    refusal: 'Line 2, byte 7 of the file: half a character of UTF-16.',
  },
  'Windows-1252': {
    name: 'a.csv',
    content: Buffer.concat([utf8('a,b\n1,caf'), Buffer.from([0xe9]), utf8('\n')]),
    refusal: 'Line 2, byte 10 of the file: E9 0A, which is no UTF-8; it may be Windows-1252.',
  },
  'UTF-8 cut in the middle of its last character': {
    name: 'a.csv',
    content: utf8('a\né').subarray(0, 3),
    refusal: 'Line 2, byte 3 of the file: C3, which is no UTF-8',
  },
  'UTF-32': {
    name: 'a.csv',
    content: Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]),
    refusal: 'The file is UTF-32.',
  },
  'a zero byte': { name: 'a.csv', content: 'a,b\n1,\u0000\n', refusal: 'Line 2, byte 7 of the file: a zero byte' },

  // Files that are no tables
  'an empty file': { name: 'a.csv', content: '', refusal: 'The file is empty.' },
  'nothing but a byte order mark': { name: 'a.csv', content: bom(''), refusal: 'The file is empty.' },
  'nothing but blank lines': { name: 'a.csv', content: '\n\r\n \n', refusal: 'The file is empty.' },
  'a header alone': { name: 'a.csv', content: 'a,b\r\n', refusal: 'The file has no rows' },
  'an Excel workbook': {
    name: 'a.xlsx',
    content: Buffer.from('504b030414000600', 'hex'),
    refusal: '"a.xlsx": This is an Excel workbook.',
  },
  'an Excel workbook that is called .csv': {
    name: 'a.csv',
    content: Buffer.from('504b030414000600', 'hex'),
    refusal: 'The file is an Excel workbook or another zip archive',
  },
  'an old Excel workbook': {
    name: 'a.csv',
    content: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    refusal: 'The file is an old Excel workbook',
  },
  'a gzip file': {
    name: 'a.csv',
    content: Buffer.from('1f8b0800', 'hex'),
    refusal: 'The file is compressed with gzip.',
  },
  'a PNG image': { name: 'a', content: Buffer.from('89504e470d0a1a0a', 'hex'), refusal: 'The file is a PNG image' },

  // Lines and quotes
  'CRLF line ends': {
    name: 'a.csv',
    content: 'a,b\r\n1,2\r\n3,4\r\n',
    rows: rows({ a: '1', b: '2' }, { a: '3', b: '4' }),
  },
  'CR line ends': {
    name: 'a.csv',
    content: 'a,b\r1,2\r3,"4\n5"\r',
    rows: rows({ a: '1', b: '2' }, { a: '3', b: '4\n5' }),
  },
  'no line end at the end': { name: 'a.csv', content: 'a,b\n1,2', rows: rows({ a: '1', b: '2' }) },
  'an empty last cell and no line end': { name: 'a.csv', content: 'a,b\n1,', rows: rows({ a: '1', b: '' }) },
  'line ends of two kinds': {
    name: 'a.csv',
    content: 'a\r\n1\r\n2\n',
    rows: rows({ a: '1' }, { a: '2' }),
    exported: utf8('a\r\n1\r\n2\r\n'),
  },
  'line ends inside quotes': {
    name: 'a.csv',
    content: 'a,b\r\n"one\r\ntwo","three\nfour"\r\n',
    rows: rows({ a: 'one\r\ntwo', b: 'three\nfour' }),
  },
  'a CR that ends no line': { name: 'a.csv', content: 'a,b\n"1\r2",3\n', rows: rows({ a: '1\r2', b: '3' }) },
  'doubled quotes': {
    name: 'a.csv',
    content: 'a\n"say ""hi"""\n""""\n',
    rows: rows({ a: 'say "hi"' }, { a: '"' }),
  },
  'every cell quoted': {
    name: 'a.csv',
    content: '"a","b"\n"1",""\n"x","y"\n',
    rows: rows({ a: '1', b: '' }, { a: 'x', b: 'y' }),
  },
  'some cells quoted without need': {
    name: 'a.csv',
    content: 'a,b\n"1",2\n',
    rows: rows({ a: '1', b: '2' }),
    exported: utf8('a,b\n1,2\n'),
  },
  'blank lines between rows': {
    name: 'a.csv',
    content: 'a,b\n\n1,2\n\n\n3,4\n\n',
    rows: rows({ a: '1', b: '2' }, { a: '3', b: '4' }),
    exported: utf8('a,b\n1,2\n3,4\n'),
  },
  'an empty cell alone on its line': { name: 'a.csv', content: 'a\n""\nx\n', rows: rows({ a: '' }, { a: 'x' }) },
  'rows of empty cells': { name: 'a.csv', content: 'a,b\n1,2\n,\n', rows: rows({ a: '1', b: '2' }, { a: '', b: '' }) },
  'spaces around cells': { name: 'a.csv', content: 'a,b\n 1 ,  \n', rows: rows({ a: ' 1 ', b: '  ' }) },
  'a quote that is never closed': {
    name: 'a.csv',
    content: 'a,b\n1,2\n3,"4\n5,6\n',
    refusal: 'Line 3: a quote opens here and is never closed.',
  },
  'a quote inside a cell': {
    name: 'a.csv',
    content: 'part,size\npipe,5" wide\n',
    refusal: 'Line 2, column "size": there is a quote inside a cell that does not begin with one.',
  },
  'text after a closing quote': {
    name: 'a.csv',
    content: 'a,b\n"1\n2"x,3\n',
    refusal: 'Line 3, column "a": "x" follows a closing quote',
  },
  'a row with a cell too many, after a quoted line end': {
    name: 'a.csv',
    content: 'a,b\n"1\n1",2\n3,4,5\n',
    refusal: 'Line 4: the row has 3 cells, the header 2.',
  },
  'a row with a cell too few': {
    name: 'a.csv',
    content: 'a,b\n1\n',
    refusal: 'Line 2: the row has 1 cell, the header 2.',
  },
  'curly quotes around a comma': {
    name: 'a.csv',
    content: 'a,b\n“x, y”,2\n',
    refusal: 'Line 2: the row has 3 cells, the header 2. Quote cells that hold "," or line ends. It has curly quotes',
  },

  // Headers
  'names with spaces around them': {
    name: 'a.csv',
    content: ' id ,"  the question "\n1,x\n',
    rows: rows({ id: '1', 'the question': 'x' }),
  },
  'a name twice': { name: 'a.csv', content: 'a,b, a\n1,2,3\n', refusal: 'Line 1: columns 1 and 3 are both named "a".' },
  'a column without a name': { name: 'a.csv', content: 'a,,c\n1,2,3\n', refusal: 'Line 1: column 2 of 3 has no name.' },
  'delimiters after the last name': {
    name: 'a.csv',
    content: 'a,b,\n1,2,\n',
    refusal: 'Line 1: column 3 of 3 has no name.',
  },
  'names JavaScript has a meaning for': {
    name: 'a.csv',
    content: '__proto__,constructor,toString\n1,2,3\n',
    rows: rows(JSON.parse('{"__proto__":"1","constructor":"2","toString":"3"}')),
  },
  'a name Rollcall uses itself': {
    name: 'a.csv',
    content: 'a,$source\n1,2\n',
    refusal: 'The column "$source" has a name',
  },

  // Delimiters
  semicolons: { name: 'a.csv', content: 'a;b\n1,5;2,5\n', rows: rows({ a: '1,5', b: '2,5' }) },
  'semicolons, with commas in a quoted header': {
    name: 'a.csv',
    content: '"a,b,c";d\n1;2\n',
    rows: rows({ 'a,b,c': '1', d: '2' }),
  },
  tabs: { name: 'a.tsv', content: 'a\tb\nx, y\tz; w\n', rows: rows({ a: 'x, y', b: 'z; w' }) },
  'Excel’s sep= line': { name: 'a.csv', content: bom('sep=;\r\na;b\r\n1;2\r\n'), rows: rows({ a: '1', b: '2' }) },
  'a sep= line with another character': {
    name: 'a.csv',
    content: 'SEP=|\na|b\n1,2|3;4\n',
    rows: rows({ a: '1,2', b: '3;4' }),
  },
  'a chosen delimiter': {
    name: 'a.csv',
    content: 'a,b|c\n1,2|3\n',
    options: { delimiter: '|' },
    rows: rows({ 'a,b': '1,2', c: '3' }),
  },
  'a delimiter of two characters': {
    name: 'a.csv',
    content: 'a,b\n1,2\n',
    options: { delimiter: '||' },
    refusal: 'The delimiter is "||"; it must be one character',
  },
  'one column without any delimiter': { name: 'a.csv', content: 'text\nhello\n', rows: rows({ text: 'hello' }) },

  // Cells as spreadsheets have them
  'leading zeros, long numbers and dates': {
    name: 'a.csv',
    content: 'zip,n,d,e\n007,12345678901234567890,03/04/2026,1E5\n',
    rows: rows({ zip: '007', n: '12345678901234567890', d: '03/04/2026', e: '1E5' }),
  },
  'formulas, left as text': {
    name: 'a.csv',
    content: 'a,b\n=SUM(A1:A9),"=HYPERLINK(""x"",""y"")"\n+1,-1\n@x,=\n',
    rows: rows({ a: '=SUM(A1:A9)', b: '=HYPERLINK("x","y")' }, { a: '+1', b: '-1' }, { a: '@x', b: '=' }),
  },
  'smart quotes, dashes and no-break spaces': {
    name: 'a.csv',
    content: 'a\n“quoted” – it’s\u00a0fine…\n',
    rows: rows({ a: '“quoted” – it’s\u00a0fine…' }),
  },
  'Google Sheets: error values, booleans, emoji and right-to-left text': {
    name: 'a.csv',
    content: 'a,b,c\n#N/A,TRUE,👩‍👩‍👧\n#REF!,FALSE,שלום\n',
    rows: rows({ a: '#N/A', b: 'TRUE', c: '👩‍👩‍👧' }, { a: '#REF!', b: 'FALSE', c: 'שלום' }),
  },
  'backslashes, tabs and control characters': {
    name: 'a.csv',
    content: 'a,b\nC:\\new\\"x,1\n',
    refusal: 'Line 2, column "a": there is a quote inside a cell',
  },
  'backslashes and tabs that mean nothing': {
    name: 'a.csv',
    content: 'a,b\nC:\\new\t\u0001\u007f,\u2028\n',
    rows: rows({ a: 'C:\\new\t\u0001\u007f', b: '\u2028' }),
  },
  'an empty cell, NULL and null': {
    name: 'a.csv',
    content: 'a,b,c\n,NULL,null\n',
    rows: rows({ a: '', b: 'NULL', c: 'null' }),
  },

  // Sizes
  'a row of just under 200 KiB': { name: 'a.csv', content: `a\n${wide}\n`, rows: rows({ a: wide }) },
  'a row over 200 KiB': {
    name: 'a.csv',
    content: `a\nx\n${'x'.repeat(LARGEST_ROW_BYTES)}\n`,
    refusal: 'Line 3: the row takes 2049',
  },
  'a row that only escapes make too large': {
    name: 'a.csv',
    content: `a\n${'\\'.repeat(LARGEST_ROW_BYTES / 3)}\n`,
    refusal: 'Line 2: the row takes 27',
  },
  'a quote that swallows the rest of a large file': {
    name: 'a.csv',
    content: `a,b\n1,"2\n${'3,4\n'.repeat(300_000)}`,
    refusal: 'Line 2: the row that begins here does not end within',
  },

  // Expected answers, ids and JSON columns
  'an expected answer, and none in the second row': {
    name: 'a.csv',
    content: 'q,expected\nx,y\nz,\n',
    rows: [{ input: { q: 'x' }, expected: 'y' }, { input: { q: 'z' } }],
  },
  'Expected Output, spelt so': {
    name: 'a.csv',
    content: 'Expected Output,q\ny,x\n',
    rows: [{ input: { q: 'x' }, expected: 'y' }],
  },
  'a chosen column of expected answers': {
    name: 'a.csv',
    content: 'q,label,expected\nx,bug,no\n',
    options: { expectedColumn: 'label' },
    rows: [{ input: { q: 'x', expected: 'no' }, expected: 'bug' }],
  },
  'no column of expected answers': {
    name: 'a.csv',
    content: 'q,expected\nx,y\n',
    options: { expectedColumn: false },
    rows: rows({ q: 'x', expected: 'y' }),
  },
  'an id column that is not there': {
    name: 'a.csv',
    content: 'a,b\n1,2\n',
    options: { idColumn: 'key' },
    refusal: 'The id column is "key", which is no column. Columns: "a", "b".',
  },
  'an id twice': {
    name: 'a.csv',
    content: 'id,b\n1,x\n2,"y\ny"\n1,z\n',
    options: { idColumn: 'id' },
    refusal: 'Line 5, column "id": the id "1" is on line 2 already.',
  },
  'an empty id': {
    name: 'a.csv',
    content: 'id,b\n1,x\n,z\n',
    options: { idColumn: 'id' },
    refusal: 'Line 3, column "id": the id is empty',
  },
  'JSON in cells': {
    name: 'a.csv',
    content: 'n,args\n1,"{ ""big"": 12345678901234567890, ""b"": [1, 2] }"\n2,\n3,null\n4,"""text"""\n',
    options: { jsonColumns: ['args'] },
    rows: rows(
      { n: '1', args: { big: Number('12345678901234567890'), b: [1, 2] } },
      { n: '2' },
      { n: '3', args: null },
      { n: '4', args: 'text' },
    ),
  },
  'a cell that is no JSON': {
    name: 'a.csv',
    content: 'n,args\n1,{}\n2,{oops}\n',
    options: { jsonColumns: ['args'] },
    refusal: 'Line 3, column "args": the cell is no JSON',
  },
  'a cell that is no JSON, kept as text': {
    name: 'a.csv',
    content: 'n,args\n1,{oops}\n2,"""{oops}"""\n3, \n',
    options: { jsonColumns: ['args'], onBadCell: 'keep-text' },
    rows: [
      { input: { n: '1', args: '{oops}' }, metadata: { $source: { args: '{oops}' } } },
      { input: { n: '2', args: '{oops}' } },
      { input: { n: '3' }, metadata: { $source: { args: ' ' } } },
    ],
  },
  'a cell that is no JSON, made null': {
    name: 'a.csv',
    content: 'args,n\n{oops},1\nnull,2\n',
    options: { jsonColumns: ['args'], onBadCell: 'null' },
    rows: [
      { input: { args: null, n: '1' }, metadata: { $source: { args: '{oops}' } } },
      { input: { args: null, n: '2' } },
    ],
  },
  'columns that feed no input field': {
    name: 'a.csv',
    content: 'Ticket Text,expected,owner,id\nx,bug,ann,7\n',
    options: { fields: ['ticket_text'], idColumn: 'id' },
    rows: [{ input: { 'Ticket Text': 'x' }, expected: 'bug', metadata: { owner: 'ann', id: '7' } }],
  },
  'a field mapped to a column that is not there': {
    name: 'a.csv',
    content: 'a,b\n1,2\n',
    options: { map: { prompt: 'question' } },
    refusal: 'Field "prompt" is mapped to column "question", which is not there. Columns: "a", "b".',
  },

  // JSON Lines
  'JSON Lines with keys of all kinds': {
    name: 'a.jsonl',
    content: '{"a":1,"b":"x\\u00e9\\/","c":null}\n{"c":[1.0,{"d":1e400}],"a":true}\n',
    rows: rows({ a: 1, b: 'xé/', c: null }, { c: [1, { d: Infinity }], a: true }),
  },
  'JSON Lines with Python’s spaces, CRLF and a mark': {
    name: 'a.ndjson',
    content: bom('{"a": 1, "b": [1, 2]}\r\n{"a": 2, "b": []}\r\n'),
    rows: rows({ a: 1, b: [1, 2] }, { a: 2, b: [] }),
  },
  'JSON Lines with blank lines': {
    name: 'a.jsonl',
    content: '\n{"a":1}\n  \n{"a":2}',
    rows: rows({ a: 1 }, { a: 2 }),
    exported: utf8('{"a":1}\n{"a":2}'),
  },
  'JSON Lines with expected answers of all kinds': {
    name: 'a.jsonl',
    content:
      '{"q":"1","expected":"é"}\n{"expected":"x","q":"2"}\n{"q":"3","expected":null}\n{"q":"4"}\n{"q":"5","expected":6}\n{"q":"7","expected":""}\n',
    rows: [
      { input: { q: '1' }, expected: 'é' },
      { input: { q: '2' }, expected: 'x', metadata: { $source: { expected: 'x', q: '2' } } },
      { input: { q: '3' }, metadata: { $source: { q: '3', expected: null } } },
      { input: { q: '4' } },
      { input: { q: '5' }, expected: '6', metadata: { $source: { q: '5', expected: 6 } } },
      { input: { q: '7' }, expected: '' },
    ],
  },
  'JSON Lines as Python escapes them': {
    name: 'a.jsonl',
    content: '{"q": "\\u00fc", "expected": "\\u00e9 \\ud83d\\ude00"}\n',
    rows: [{ input: { q: 'ü' }, expected: 'é 😀' }],
  },
  'an array on a line': {
    name: 'a.jsonl',
    content: '{"a":1}\n[1,2]\n',
    refusal: 'Line 2: the row is an array; each row must be an object',
  },
  'a number on a line': { name: 'a.jsonl', content: '{"a":1}\n\n42\n', refusal: 'Line 3: the row is a number' },
  'a line that is no JSON': { name: 'a.jsonl', content: '{"a":1}\n{"a":\n', refusal: 'Line 2: this is no JSON' },
  'a key twice': {
    name: 'a.jsonl',
    content: '{"a":1,"b":2,"\\u0061":3}\n',
    refusal: 'Line 1, column "a": the key "a" is there twice.',
  },
  'an id that is missing': {
    name: 'a.jsonl',
    content: '{"id":1}\n{"x":2}\n',
    options: { idColumn: 'id' },
    refusal: 'Line 2, column "id": the row has no id.',
  },
  'an id that is an object': {
    name: 'a.jsonl',
    content: '{"id":{}}\n',
    options: { idColumn: 'id' },
    refusal: 'Line 1, column "id": the id must be a text or a number.',
  },
  'an expected answer with a zero character': {
    name: 'a.jsonl',
    content: '{"expected":"\\u0000"}\n',
    refusal: 'Line 1, column "expected": the text holds a zero character',
  },
  'texts of JSON Lines that are JSON': {
    name: 'a.jsonl',
    content: '{"args":"{\\"a\\": 1}"}\n{"args":{"a":2}}\n',
    options: { jsonColumns: ['args'] },
    rows: [{ input: { args: { a: 1 } } }, { input: { args: { a: 2 } }, metadata: { $source: { args: { a: 2 } } } }],
  },
  'a JSON column no row has': {
    name: 'a.jsonl',
    content: '{"a":1}\n',
    options: { jsonColumns: ['args'] },
    refusal: 'No row has a key "args". Keys: "a".',
  },

  // JSON
  'an array, indented': {
    name: 'a.json',
    content: '[\n  {\n    "a": 1,\n    "b": {\n      "c": []\n    }\n  },\n  {\n    "a": 2\n  }\n]\n',
    rows: rows({ a: 1, b: { c: [] } }, { a: 2 }),
  },
  'an array on one line': {
    name: 'a.json',
    content: '[{"a":"]}\\""},{"a":12345678901234567890.10}]',
    rows: rows({ a: ']}"' }, { a: Number('12345678901234567890.1') }),
  },
  'JSON Lines that are called .json': { name: 'a.json', content: '{"a":1}\n{"a":2}\n', rows: rows({ a: 1 }, { a: 2 }) },
  'an array without an extension': { name: 'data', content: ' [ {"a":1} ] ', rows: rows({ a: 1 }) },
  'JSON Lines without an extension': { name: 'data', content: '{"a":1}\n', rows: rows({ a: 1 }) },
  'one object': {
    name: 'a.json',
    content: '{\n  "rows": []\n}',
    refusal: 'The file holds one JSON object; it must be an array',
  },
  'an empty array': { name: 'a.json', content: '[]', refusal: 'The file has no rows' },
  'an array of numbers': { name: 'a.json', content: '[\n1]', refusal: 'Line 2: the row is a number' },
  'an array that is not closed': { name: 'a.json', content: '[{"a":1}', refusal: 'Line 1: the array is not closed' },
  'two arrays': {
    name: 'a.json',
    content: '[{"a":1}]\n[{"a":2}]',
    refusal: 'Line 2: "[" follows the end of the array.',
  },
  'a comma too many': { name: 'a.json', content: '[{"a":1},]', refusal: 'Line 1: this is no JSON' },
  'a comma too few': { name: 'a.json', content: '[{"a":1} {"a":2}]', refusal: 'Line 1: "{" follows element 1 where' },
  'a broken element': { name: 'a.json', content: '[{"a":1},\n{"a" 2}]', refusal: 'Line 2: this is no JSON' },
  'white space of no known layout': {
    name: 'a.json',
    content: '[ {"a" :1,\n\n"b":2} ]',
    rows: rows({ a: 1, b: 2 }),
    exported: utf8('[ {"a":1,"b":2} ]'),
  },
};

export const NASTY_FILES: readonly NastyFile[] = Object.entries(CASES).map(([title, file]) => ({
  ...file,
  title,
  content: typeof file.content === 'string' ? utf8(file.content) : file.content,
}));
