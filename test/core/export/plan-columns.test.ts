import { describe, expect, it } from 'vitest';
import { planColumns, type RowFields } from '../../../core/export/plan-columns.ts';

const field = (from: 'input' | 'metadata' | 'scores' | 'expected', key: string) => ({ from, key, isText: true });
const rows = (...fields: ReturnType<typeof field>[]): RowFields => ({ fields, hasPlainInput: false });
const names = (...args: Parameters<typeof planColumns>) => planColumns(...args).map((column) => column.name);

describe('the columns of an export', () => {
  it('are the dataset’s own, the answers, mapped ones, and what became of the row, in this order', () => {
    const fields = rows(field('input', 'b'), field('metadata', 'tag'), field('input', 'a'), field('scores', 'style'));
    expect(names({ flatten: true }, fields, ['label'])).toEqual([
      ...['b', 'tag', 'a', 'expected', 'actual_output', 'label'],
      ...['_status', '_error', '_error_class', '_error_name', '_latency_ms'],
      ...['_tokens', '_prompt_tokens', '_completion_tokens', '_cost_usd', '_attempts', '_passed', 'scores.style'],
      ...['_model', '_trace_ref', '_sample_id', '_row_index', '_started_at', '_finished_at'],
    ]);
  });

  it('have the expected answers under the dataset’s own name too, where it has one', () => {
    const own = (key: string) => names({ flatten: true }, rows(field('input', 'a'), field('expected', key)), []);
    expect(own('Category').slice(0, 3)).toEqual(['a', 'Category', 'expected']);
    expect(own('expected').slice(0, 3)).toEqual(['a', 'expected', 'actual_output']);
    expect(own('actual_output').slice(0, 3)).toEqual(['a', 'expected.actual_output', 'expected']);
  });

  it('have no name twice: a dataset’s column gives way', () => {
    const fields = rows(
      field('input', 'actual_output'),
      field('input', 'x'),
      field('metadata', 'x'),
      field('metadata', 'full_response'),
    );
    expect(names({ flatten: true }, fields, []).slice(0, 4)).toEqual([
      'input.actual_output',
      'x',
      'metadata.x',
      'metadata.full_response',
    ]);
  });

  it('hold whole inputs beside their fields when some input is no object', () => {
    expect(names({ flatten: true }, { fields: [field('input', 'a')], hasPlainInput: true }, []).slice(0, 3)).toEqual([
      'a',
      'input',
      'expected',
    ]);
  });

  it('are not flattened unless asked for', () => {
    const found = names({ flatten: false }, rows(field('input', 'a'), field('scores', 's')), []);
    expect(found.slice(0, 3)).toEqual(['input', 'metadata', 'expected']);
    expect(found).toContain('_scores');
    expect(found).not.toContain('a');
  });

  it('are those that were chosen, in that order', () => {
    const chosen = ['_status', 'a', 'full_response', 'label'];
    expect(names({ flatten: true, columns: chosen }, rows(field('input', 'a')), ['label'])).toEqual(chosen);
  });

  it('are refused by name when there is no such column, or when a mapping takes a name of ours', () => {
    expect(() => planColumns({ flatten: true, columns: ['nope'] }, rows(field('input', 'a')), [])).toThrow(
      /^columns has "nope", which is no column of this run\. There are: input, .*\ba\b/,
    );
    expect(() => planColumns({ flatten: true }, rows(), ['expected'])).toThrow(
      'outputMapping makes a column "expected", which every export has already; give it another name.',
    );
  });
});
