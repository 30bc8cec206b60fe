import { describe, expect, it } from 'vitest';
import { filtersFor, labelOf, partOf } from '../../web/pages/run/filter-parts.ts';
import { executionPage } from '../../web/pages/run/row-links.tsx';
import { blockOf } from '../../web/parts/block-of.ts';

describe('filters of results', () => {
  const errors = ['TargetTimeout', 'TargetTimeout'];
  const known = filtersFor({ evaluators: ['exact'], errors, models: ['small'], p95: 2100.4 });

  it('are offered by what the run has, and typed as they are read', () => {
    expect(known.map(({ label }) => label)).toEqual([
      'slower than 2.1 s',
      'answered by small',
      'failed by exact',
      'passed by exact',
      'TargetTimeout',
      'transient errors',
      'permanent errors',
    ]);
    expect(partOf('Failed by exact', known)).toBe('failedBy:exact');
    expect(partOf('slower than 3 s', known)).toBe('slowerThan:3000');
    expect(partOf('slower than 40ms', known)).toBe('slowerThan:40');
    expect(partOf('fast', known)).toBeUndefined();
    expect(labelOf('slowerThan:3000')).toBe('slower than 3.0 s');
  });
});

describe('rows that are copied', () => {
  it('are a block of cells a spreadsheet pastes, without columns that have no text', () => {
    const column = (id: string, text?: (row: string) => string) => ({ id, title: id, cell: () => null, text });
    const columns = [column('a', (row) => row), column('none'), column('b', (row) => `${row} "x"\n`)];
    expect(blockOf(columns, ['1', '2'])).toBe('a\tb\n1\t"1 ""x""\n"\n2\t"2 ""x""\n"');
  });
});

describe('the way to an execution', () => {
  it('leads to the AWS console of its Region and partition; what is not at AWS has none', () => {
    const arn = 'arn:aws:states:eu-west-1:123456789012:execution:agent:rc-1';
    expect(executionPage(arn)).toBe(
      `https://eu-west-1.console.aws.amazon.com/states/home?region=eu-west-1#/v2/executions/details/${encodeURIComponent(arn)}`,
    );
    expect(executionPage(arn.replace('arn:aws:', 'arn:aws-cn:'))).toContain('console.amazonaws.cn');
    expect(executionPage('arn:aws:states:us-east-1:000000000000:execution:agent:rc-1')).toBeUndefined();
    expect(executionPage('req-42')).toBeUndefined();
  });
});
