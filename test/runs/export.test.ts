import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetExecutionHistoryCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultRow } from '../../contracts/result-row.ts';
import { literal } from '../../core/sql/literal.ts';
import { tablesOf } from '../../core/sql/tables.ts';
import { exportResults } from '../../functions/results-exporter/export-results.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import {
  download,
  exportRun,
  keysBelow,
  openUploads,
  readWithCsvParse,
  readWithDuckDb,
  readWithPython,
  settledRow,
  stageRows,
  type Table,
  withFile,
} from '../support/exports.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const NASTY: readonly (string | null)[] = [
  'plain',
  'a,b',
  'say "hi"',
  '"',
  '""',
  'two\nlines',
  'two\r\nlines',
  'carriage\rreturn',
  'ends with newline\n',
  '\nbegins with newline',
  'a\ttab',
  ' spaces around ',
  '😀 👩‍👩‍👧‍👦 emoji',
  'שלום עולם مرحبا',
  'e\u0301 and \u2028 separators \u2029',
  '{"json": [1, "two", {"a": null}]}',
  '[]',
  'null',
  'NULL',
  '\\N',
  '007',
  '0.10',
  '1e5',
  'true',
  "it's",
  'back\\slash \\" \\n',
  "'",
  '',
  null,
  '000000000001000000000010',
  '\u0001\u0007',
  'a \uFEFF mark',
];
/** Only answers are this large. */
const LARGE = ['x'.repeat(1_000_000), '",\r\n'.repeat(250_000)];
/** Cells that a spreadsheet would compute. */
const FORMULAS = [
  ...['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '-5\n', '=cmd|" /C calc"!A0'],
  ...['＝1+1', '＋1', '－1', '＠SUM(A1)'],
];
const NUMBERS = ['-1', '-0.5', '-1e-7', '￥1'];

let rollcall: RollcallCloud;
let endpoint: CountingEndpoint;
beforeAll(async () => {
  [rollcall, endpoint] = await Promise.all([
    RollcallCloud.shared(),
    countingEndpoint(({ n = 0 }) =>
      n === 2 ? { status: 422, body: { error: 'no' } } : { body: { answer: `row ${n}` } },
    ),
  ]);
});
afterAll(() => endpoint?.close());

async function csvOf(request: object): Promise<{ header: string[]; rows: Record<string, string | null>[] }> {
  const [header = [], ...rows] = readWithCsvParse(await download(rollcall, await exportRun(rollcall, request)));
  const names = header.map(String);
  return {
    header: names,
    rows: rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))),
  };
}

describe('a NUL in a row', () => {
  it('is replaced in the file, which readers would end there', async () => {
    await stageRows(rollcall, [settledRow('nul', 0, { input: '{"question":"a\\u0000b"}' })]);
    const { rows } = await csvOf({ evaluationId: 'nul', columns: ['question'] });
    expect(rows).toEqual([{ question: 'a\uFFFDb' }]);
  });
});

describe('a CSV of cells that break CSVs', () => {
  const texts = [...NASTY, ...FORMULAS, ...NUMBERS];
  const answers = [...texts, ...LARGE];
  const cells = answers.map((answer, index): Table[number] => {
    const text = texts[index] ?? null;
    return [text, text, text, answer, `s${index}`];
  });
  const columns = ['question', 'a "quoted", name', 'expected', 'actual_output', '_sample_id'];
  beforeAll(
    () =>
      stageRows(
        rollcall,
        cells.map(([question, name, expected = null, actual_output = null], index) =>
          settledRow('nasty', index, {
            input: JSON.stringify({ question, 'a "quoted", name': name }),
            expected,
            actual_output,
          }),
        ),
      ),
    60_000,
  );

  const harmless = (text: string | null) =>
    text === '\nbegins with newline' || FORMULAS.includes(text ?? '') ? `'${text}` : text;

  it.each([
    ['exact', true, (text: string | null) => text],
    ['made harmless for spreadsheets', false, harmless],
  ])('reads back identical with three readers, %s', async (_name, exact, cell) => {
    const answer = await exportRun(rollcall, { evaluationId: 'nasty', columns, exact });
    const csv = await download(rollcall, answer);
    expect(answer).toMatchObject({
      s3Uri: `s3://${rollcall.output('DataBucketName')}/exports/nasty.csv`,
      rows: answers.length,
      bytes: csv.length,
      format: 'csv',
      sha256: createHash('sha256').update(csv).digest('hex'),
    });
    const expected = [columns, ...cells.map((row) => row.map(cell))];
    expect(same(readWithCsvParse(csv), expected)).toBe('same');
    expect(same(await readWithDuckDb(csv), expected)).toBe('same');
    const python = await readWithPython(csv);
    const withoutNull = expected.map((row) => row.map((text) => text ?? ''));
    if (python) expect(same(python, withoutNull)).toBe('same');
  });

  it('is the same again in JSON Lines, JSON and Parquet', async () => {
    const request = { evaluationId: 'nasty', columns, flatten: true };
    const file = async (format: string) => download(rollcall, await exportRun(rollcall, { ...request, format }));
    const table = (rows: Record<string, unknown>[]) => rows.map((row) => columns.map((name) => row[name] as string));
    const lines = (await file('jsonl')).toString().trimEnd().split('\n');
    expect(same(table(lines.map((line) => JSON.parse(line))), cells)).toBe('same');
    expect(same(table(JSON.parse((await file('json')).toString())), cells)).toBe('same');
    expect(same(table(await readParquet(await file('parquet'))), cells)).toBe('same');
  });
});

describe('an export of a run', () => {
  beforeAll(async () => {
    await rollcall.insertDataset(
      'exported-numbers',
      [0, 1, 2, 3, 4].map((n) => ({ n, text: `row ${n}`, list: [n] })),
      ['row 0', 'row 1', 'x', 'y', 'z'],
    );
    const config = { endpoint: { url: endpoint.url, allowPrivateAddresses: true } };
    const summary = await rollcall.run('exported', {
      datasetId: 'exported-numbers',
      config: { ...config, export: { enabled: true, destinationPrefix: 'team-a' } },
    });
    expect(summary.exportUri).toBe(`s3://${rollcall.output('DataBucketName')}/exports/team-a/exported.csv`);
  });

  it('leaves no link in the history of the execution that made it', async () => {
    const stateMachineArn = rollcall.output('EvaluationStateMachineArn');
    const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:exported`;
    const { events } = await rollcall.sfn.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 }));
    const text = JSON.stringify(events);
    expect(text).toContain('exports/team-a/exported.csv');
    expect(text).not.toContain('X-Amz-Signature');
  });

  it('is made at its end, noted on its record, and found by its link', async () => {
    const { export_uri: s3Uri = '' } = await rollcall.record('exported');
    expect(s3Uri).toBe(`s3://${rollcall.output('DataBucketName')}/exports/team-a/exported.csv`);
    const rows = readWithCsvParse(await download(rollcall, { s3Uri }));
    expect(rows[0]?.slice(0, 8)).toEqual([
      'n',
      'text',
      'list',
      'expected',
      'actual_output',
      '_status',
      '_error',
      '_error_class',
    ]);
    expect(rows.slice(1).map((row) => row.slice(0, 6))).toEqual([
      ['0', 'row 0', '[0]', 'row 0', 'row 0', 'succeeded'],
      ['1', 'row 1', '[1]', 'row 1', 'row 1', 'succeeded'],
      ['2', 'row 2', '[2]', 'x', null, 'failed'],
      ['3', 'row 3', '[3]', 'y', 'row 3', 'succeeded'],
      ['4', 'row 4', '[4]', 'z', 'row 4', 'succeeded'],
    ]);
    const { url } = await exportRun(rollcall, {
      evaluationId: 'exported',
      destinationPrefix: 'team-a',
      expiresInSeconds: 60,
    });
    expect(await (await fetch(url ?? s3Uri)).text()).toBe((await download(rollcall, { s3Uri })).toString());
  });

  it('is found by the execution’s ARN as well', async () => {
    const { execution_arn: executionId } = await rollcall.record('exported');
    expect(await exportRun(rollcall, { executionId })).toMatchObject({ evaluationId: 'exported', rows: 5 });
  });

  it('is found by the ARN of a later execution, whatever its name', async () => {
    const executionId = await rollcall.start('second-pass', { evaluationId: 'exported', retry: 'missing' });
    await rollcall.end(executionId);
    expect(await exportRun(rollcall, { executionId })).toMatchObject({ evaluationId: 'exported', rows: 5 });
  });

  it('is found by its ARN when Step Functions has forgotten the execution', async () => {
    const { execution_arn } = await rollcall.record('exported');
    const executionId = execution_arn.replace(/[^:]+$/, 'nasty');
    expect(await exportRun(rollcall, { executionId })).toMatchObject({ evaluationId: 'nasty' });
  });

  it('is not looked for in another state machine', async () => {
    const executionId = 'arn:aws:states:us-east-1:000000000000:execution:other:exported';
    await expect(exportRun(rollcall, { executionId })).rejects.toThrow(
      `InvalidExportRequest: executionId "${executionId}" is no execution of Rollcall’s state machine.`,
    );
  });

  it('keeps only what the filter lets through', async () => {
    const { rows } = await csvOf({ evaluationId: 'exported', filter: { status: 'failed' } });
    expect(rows.map((row) => [row.n, row._status, row._error_class])).toEqual([['2', 'failed', 'permanent']]);
    const right = await csvOf({ evaluationId: 'exported', filter: { verdict: 'right' } });
    // Beside the file of all rows, not in its place.
    const some = await exportRun(rollcall, { evaluationId: 'exported', filter: { passed: true, status: 'succeeded' } });
    expect(some.s3Uri).toMatch(/\/exports\/exported\.some\.csv$/);
    expect(right.rows.map((row) => row._passed)).toEqual(['true', 'true']);
    await expect(exportRun(rollcall, { evaluationId: 'exported', filter: { status: 'skipped' } })).rejects.toThrow(
      'NothingToExport: There is nothing to export of run exported: no row matches the filter {"status":"skipped"}.',
    );
  });

  it('begins with a byte order mark when asked to', async () => {
    const csv = await download(rollcall, await exportRun(rollcall, { evaluationId: 'exported', bom: true }));
    expect(csv.subarray(0, 5).toString('latin1')).toBe('\u00EF\u00BB\u00BF"n');
  });

  it('has one input column when it is not flattened', async () => {
    const { header, rows } = await csvOf({ evaluationId: 'exported', flatten: false });
    expect(header.slice(0, 4)).toEqual(['input', 'metadata', 'expected', 'actual_output']);
    expect(JSON.parse(rows[3]?.input ?? '')).toEqual({ n: 3, text: 'row 3', list: [3] });
  });

  it('keeps JSON values in JSON', async () => {
    const lines = await download(rollcall, await exportRun(rollcall, { evaluationId: 'exported', format: 'jsonl' }));
    const rows = lines
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows[2]).toMatchObject({
      input: { n: 2, list: [2] },
      expected: 'x',
      actual_output: null,
      _status: 'failed',
      _row_index: 2,
    });
    expect(rows[1]._started_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('has the columns that mappings make, after the answer', async () => {
    const { header, rows } = await csvOf({
      evaluationId: 'exported',
      outputMapping: { double: 'input.n * 2', shout: '$uppercase(actual_output)', pair: '[input.n, status]' },
    });
    expect(header.slice(4, 9)).toEqual(['actual_output', 'double', 'shout', 'pair', '_status']);
    expect(rows.map((row) => [row.double, row.shout, row.pair])).toEqual([
      ['0', 'ROW 0', '[0,"succeeded"]'],
      ['2', 'ROW 1', '[1,"succeeded"]'],
      ['4', null, '[2,"failed"]'],
      ['6', 'ROW 3', '[3,"succeeded"]'],
      ['8', 'ROW 4', '[4,"succeeded"]'],
    ]);
    for (const format of ['json', 'parquet']) {
      const file = await download(
        rollcall,
        await exportRun(rollcall, {
          evaluationId: 'exported',
          format,
          columns: ['double', '_status', 'half'],
          outputMapping: '{ "double": input.n * 2, "half": input.n > 2 ? input.n / 2 }',
        }),
      );
      const values = format === 'json' ? JSON.parse(file.toString()) : await readParquet(file);
      expect(values[4]).toEqual({
        double: format === 'json' ? 8 : '8',
        _status: 'succeeded',
        half: format === 'json' ? 2 : '2',
      });
      expect(values[0]).toEqual({ double: format === 'json' ? 0 : '0', _status: 'succeeded', half: null });
    }
  });

  it('has typed columns in Parquet', async () => {
    const file = await download(rollcall, await exportRun(rollcall, { evaluationId: 'exported', format: 'parquet' }));
    const types = await queryParquet(
      file,
      (path) => `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '${path}')`,
    );
    expect(Object.fromEntries(types.map(({ column_name, column_type }) => [column_name, column_type]))).toMatchObject({
      text: 'VARCHAR',
      _latency_ms: 'BIGINT',
      _cost_usd: 'DOUBLE',
      _passed: 'BOOLEAN',
      _started_at: expect.stringContaining('TIMESTAMP'),
    });
  });

  it.each([
    [{ evaluationId: 'nobody' }, 'RunNotFound: There is no run nobody.'],
    [{}, 'InvalidExportRequest: The export cannot be made: evaluationId or executionId is missing.'],
    [{ evaluationId: "x' OR '1'='1" }, 'InvalidExportRequest: The export cannot be made: evaluationId must start with'],
    [
      { evaluationId: '../warehouse/x' },
      'InvalidExportRequest: The export cannot be made: evaluationId must start with',
    ],
    [{ executionId: '..' }, 'InvalidExportRequest: executionId ".." is neither'],
    [
      { evaluationId: 'exported', destinationPrefix: '../staged' },
      'InvalidExportRequest: The export cannot be made: destinationPrefix must be',
    ],
    [
      { evaluationId: 'exported', destinationPrefix: '/etc' },
      'InvalidExportRequest: The export cannot be made: destinationPrefix must be',
    ],
    [{ evaluationId: 'exported', format: 'xlsx' }, 'InvalidExportRequest: The export cannot be made: format'],
    [
      { evaluationId: 'exported', columns: ['n', 'nope'] },
      'InvalidExportRequest: columns has "nope", which is no column of this run. There are: input,',
    ],
    [
      { evaluationId: 'exported', outputMapping: { a: 'input.(' } },
      'MappingSyntax: outputMapping.a is not valid JSONata',
    ],
    [
      { evaluationId: 'exported', outputMapping: 'input.n' },
      'InvalidExportRequest: outputMapping must be an object constructor',
    ],
    [
      { evaluationId: 'exported', outputMapping: { _status: '1' } },
      'InvalidExportRequest: outputMapping makes a column "_status"',
    ],
    [
      { evaluationId: 'exported', outputMapping: { fine: 'status', bad: 'input.n = 3 ? $error("no three") : 1' } },
      'MappingFailed: outputMapping.bad: it failed on this row, at character',
    ],
  ])('is refused for %j, and leaves nothing behind', async (request, message) => {
    await expect(exportRun(rollcall, { destinationPrefix: 'refused', ...request })).rejects.toThrow(message);
    expect(await keysBelow(rollcall, 'exports/refused')).toEqual([]);
    expect(await keysBelow(rollcall, 'runs/exported/export/')).toEqual([]);
    expect(await openUploads(rollcall, 'exports/refused')).toBe(0);
  });
});

describe('an export of an imported dataset', () => {
  const columns = [
    { name: 'zip', place: 'input' },
    { name: 'tag', place: 'metadata' },
    { name: `it's "odd"\\`, place: 'input' },
    { name: 'truth', place: 'expected' },
    { name: 'actual_output', place: 'input' },
  ];
  const source = {
    format: 'csv',
    encoding: 'utf-8',
    bom: false,
    newline: '\n',
    endsWithNewline: true,
    columns,
    options: {},
  };

  it('has the columns of its file, in their order, with text as it was', async () => {
    await rollcall.query(
      `INSERT INTO "${rollcall.output('DatabaseName')}"."evaluation_datasets" (dataset_id, sample_id, row_index, source_format) VALUES ('imported', 's0', 0, ${literal(JSON.stringify(source))})`,
    );
    const row = (index: number, input: unknown) =>
      settledRow('imported', index, {
        dataset_id: 'imported',
        input: JSON.stringify(input),
        metadata: JSON.stringify({ tag: `t${index}`, $source: { zip: 'x' } }),
        expected: 'true',
        actual_output: 'ours',
      });
    await stageRows(rollcall, [
      row(0, { zip: '007', [columns[2]?.name ?? '']: '', actual_output: 'theirs' }),
      row(1, { zip: null, [columns[2]?.name ?? '']: '1.10', actual_output: 'a\nb' }),
      // Not what a CSV gives, and still not lost.
      row(2, { zip: [1, { a: null }], [columns[2]?.name ?? '']: 5 }),
    ]);
    const { header, rows } = await csvOf({ evaluationId: 'imported' });
    expect(header.slice(0, 7)).toEqual([
      'zip',
      'tag',
      `it's "odd"\\`,
      'truth',
      'input.actual_output',
      'expected',
      'actual_output',
    ]);
    expect(rows.map((each) => header.slice(0, 7).map((name) => each[name]))).toEqual([
      ['007', 't0', '', 'true', 'theirs', 'true', 'ours'],
      [null, 't1', '1.10', 'true', 'a\nb', 'true', 'ours'],
      ['[1,{"a":null}]', 't2', '5', 'true', null, 'true', 'ours'],
    ]);
  });
});

describe('a large export', () => {
  const text = (row: number) => `${row} ${'0123456789abcdef'.repeat(62_500)}`;

  it('is uploaded in parts and read in ranges, with every row in its place', async () => {
    const rows = Array.from({ length: 14 }, (_, row) => row);
    await stageRows(
      rollcall,
      rows.toReversed().map((row) => settledRow('large', row, { actual_output: text(row) })),
    );
    const answer = await exportRun(rollcall, { evaluationId: 'large', columns: ['_row_index', 'actual_output'] });
    expect(answer.bytes).toBeGreaterThan(14_000_000);
    const table = readWithCsvParse(await download(rollcall, answer));
    expect(
      same(
        table.slice(1),
        rows.map((row) => [String(row), text(row)]),
      ),
    ).toBe('same');
    expect(await openUploads(rollcall, 'exports/large')).toBe(0);
    expect(await keysBelow(rollcall, 'runs/large/')).toEqual([]);
  });

  it('that fails in the middle leaves the file that was there, and nothing else', async () => {
    const before = await download(rollcall, { s3Uri: `s3://${rollcall.output('DataBucketName')}/exports/large.csv` });
    const outputMapping = { late: 'row_index = 12 ? $error("no twelve") : row_index' };
    await expect(exportRun(rollcall, { evaluationId: 'large', outputMapping })).rejects.toThrow(
      /MappingFailed: outputMapping\.late: .*no twelve.*\(row 13, sample_id "s12"\)/,
    );
    const after = await download(rollcall, { s3Uri: `s3://${rollcall.output('DataBucketName')}/exports/large.csv` });
    expect(after.equals(before)).toBe(true);
    expect(await openUploads(rollcall, 'exports/large')).toBe(0);
    expect(await keysBelow(rollcall, 'runs/large/')).toEqual([]);
  });
});

describe('an export that takes too long', () => {
  it('ends in time to stop its query and to clean up', async () => {
    const database = rollcall.output('DatabaseName');
    const deps = {
      athena: rollcall.athena,
      s3: rollcall.s3,
      sfn: rollcall.sfn,
      bucket: rollcall.output('DataBucketName'),
      workGroup: rollcall.output('WorkGroupName'),
      runs: rollcall.runs,
      isMarked: async () => false,
      tables: tablesOf({ catalog: 'AwsDataCatalog', database }),
      milliseconds: 1,
    };
    const request = { evaluationId: 'large', destinationPrefix: 'late' };
    await expect(exportResults(request, deps)).rejects.toMatchObject({ name: 'ExportTooLong' });
    expect(await keysBelow(rollcall, 'exports/late/')).toEqual([]);
    expect(await keysBelow(rollcall, 'runs/large/')).toEqual([]);
    expect(await openUploads(rollcall, 'exports/late')).toBe(0);
  });
});

describe('an export of a run that is not over', () => {
  const staged = (rowIndex: number, attempt: number, row: Partial<ResultRow>) =>
    settledRow('going', rowIndex, { attempt, attempts: attempt, ...row });

  it('has the latest attempt of each row exactly once', async () => {
    await stageRows(rollcall, [
      staged(0, 1, { actual_output: 'first' }),
      staged(1, 1, { status: 'failed', error_message: 'no', error_class: 'transient' }),
      staged(1, 2, { actual_output: 'second try' }),
      staged(2, 1, { status: 'skipped' }),
    ]);
    const { rows } = await csvOf({ evaluationId: 'going' });
    expect(rows.map((row) => [row._sample_id, row.actual_output, row._status, row._attempts])).toEqual([
      ['s0', 'first', 'succeeded', '1'],
      ['s1', 'second try', 'succeeded', '2'],
      ['s2', null, 'skipped', '1'],
    ]);
    await stageRows(rollcall, [staged(2, 2, { actual_output: 'third' }), staged(3, 2, { actual_output: 'new' })]);
    const again = await csvOf({ evaluationId: 'going' });
    expect(again.rows.map((row) => row.actual_output)).toEqual(['first', 'second try', 'third', 'new']);
    expect(await keysBelow(rollcall, 'exports/going')).toEqual(['exports/going.csv']);
  });

  it('has what has settled while the run goes on, and after it was stopped', async () => {
    const slow = await countingEndpoint(({ n = 0 }) => ({ body: { answer: `row ${n}` }, delayMs: n < 3 ? 0 : 60_000 }));
    try {
      const executionArn = await rollcall.start('stopped', {
        datasetId: 'exported-numbers',
        config: { endpoint: { url: slow.url, allowPrivateAddresses: true } },
      });
      while ((await keysBelow(rollcall, 'staged/evaluation_id=stopped/')).length < 3) await sleep(50);
      const answers = async () => (await csvOf({ evaluationId: 'stopped' })).rows.map((row) => row.actual_output);
      expect(await answers()).toEqual(['row 0', 'row 1', 'row 2']);
      await rollcall.sfn.send(new StopExecutionCommand({ executionArn }));
      while (!(await rollcall.record('stopped')).finished_at) await sleep(150);
      expect(await rollcall.record('stopped')).toMatchObject({ status: 'cancelled' });
      expect(await answers()).toEqual(['row 0', 'row 1', 'row 2']);
    } finally {
      await slow.close();
    }
  });

  it('keeps inputs that are no objects beside those that are', async () => {
    await stageRows(rollcall, [
      settledRow('mixed', 0, {
        input: '{"a":"1","actual_output":"theirs"}',
        metadata: '{"a":"2","tag":"t"}',
        scores: '{"exact":{"score":1},"style":{"score":0.5}}',
        passed: true,
        cost_usd: 0.0004,
      }),
      settledRow('mixed', 1, { input: 'just text', cost_usd: 0.1 }),
      settledRow('mixed', 2, {
        input: '{"late":{"x":[1]}}',
        cost_usd: 3,
        scores: '{"style":{"score":1},"extra":{"error":"x"}}',
        passed: false,
      }),
    ]);
    const { header, rows } = await csvOf({ evaluationId: 'mixed' });
    expect(header.slice(0, 8)).toEqual([
      'a',
      'input.actual_output',
      'late',
      'metadata.a',
      'tag',
      'input',
      'expected',
      'actual_output',
    ]);
    expect(rows[0]).toMatchObject({
      a: '1',
      'input.actual_output': 'theirs',
      'metadata.a': '2',
      tag: 't',
      actual_output: null,
    });
    expect(rows[1]).toMatchObject({ a: null, input: 'just text' });
    expect(rows.map((row) => row._cost_usd)).toEqual(['0.0004', '0.1', '3']);
    expect(rows[2]).toMatchObject({ late: '{"x":[1]}' });
    expect(rows.map((row) => [row._passed, row['scores.exact'], row['scores.style'], row['scores.extra']])).toEqual([
      ['true', '1', '0.5', null],
      [null, null, null, null],
      ['false', null, '1', null],
    ]);
  });
});

/** A difference of megabytes is no help in a message. */
function same(actual: Table, expected: Table): string {
  if (actual.length !== expected.length) return `${actual.length} rows instead of ${expected.length}`;
  for (const [at, row] of expected.entries()) {
    for (const [column, cell] of row.entries()) {
      const found = actual[at]?.[column] ?? null;
      if (found !== cell)
        return `row ${at}, column ${column}: ${JSON.stringify(found)?.slice(0, 80)} instead of ${JSON.stringify(cell)?.slice(0, 80)}`;
    }
    if (actual[at]?.length !== row.length) return `row ${at} has ${actual[at]?.length} cells`;
  }
  return 'same';
}

const readParquet = (file: Buffer) => queryParquet(file, (path) => `SELECT * FROM '${path}'`);

const queryParquet = (file: Buffer, sql: (path: string) => string) =>
  withFile(file, 'rows.parquet', async (path) => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    try {
      return (await connection.runAndReadAll(sql(path))).getRowObjects() as Record<string, unknown>[];
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  });
