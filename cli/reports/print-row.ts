import { hintFor } from '../../contracts/errors.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { type AnswerWithin, answerWithin, isWhole } from '../../core/answer-within.ts';
import { count, milliseconds, plural, usd } from '../../core/format.ts';
import { rowNumber } from '../../core/row-number.ts';
import type { SentRequest } from '../../core/sent-request.ts';
import { parseJson } from '../json.ts';
import { diffText } from '../terminal/diff.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { printable, wrap } from '../terminal/text-width.ts';
import { statusColour } from './status-colour.ts';

/** @param first rows of the run to try a suggested mapping on */
export function printRow(
  terminal: Terminal,
  row: ResultRow,
  sent: SentRequest | undefined,
  first: readonly ResultRow[] = [row],
): void {
  const { paint } = terminal;
  const field = (name: string, value: string | null | undefined) => {
    if (value) terminal.line(`${paint('dim', name.padEnd(11))}${value}`);
  };
  const block = (title: string, text: string | null) => {
    if (text === null) return;
    terminal.line(`\n${paint('bold', title)}`);
    terminal.line(printable(text).replace(/^/gm, '  '));
  };
  const trial = row.trial ? ` · trial ${row.trial + 1}` : '';
  field('row', `${rowNumber(row.row_index)} · ${printable(row.sample_id)}${trial}`);
  field('status', paint(statusColour(row.status) ?? 'bold', row.status));
  field('target', row.target_name && `${row.target_name} (${row.execution_mode})`);
  field('model', [row.provider_name, row.model_name].filter(Boolean).join(' / '));
  field('latency', row.latency_ms === null ? null : milliseconds(row.latency_ms));
  field(
    'tokens',
    row.total_tokens === null ? null : `${count(row.prompt_tokens ?? 0)} in · ${count(row.completion_tokens ?? 0)} out`,
  );
  field('cost', row.status === 'skipped' ? null : usd(row.cost_usd ?? undefined));
  field('calls', `${row.calls} in round ${row.attempt} of ${row.attempts}`);
  field('time', [row.started_at, row.finished_at].filter(Boolean).join(' – '));
  field('trace', row.trace_ref);
  if (row.error_name) {
    field('error', paint('red', `${row.error_name} (${row.error_class}): ${printable(row.error_message ?? '')}`));
    field('', hintFor(row.error_name));
  } else {
    field('note', row.error_message && printable(row.error_message));
  }
  block('Input', pretty(row.input));
  block('Request', sent ? requestText(sent) : null);
  if (row.expected !== null && row.actual_output !== null) {
    terminal.line(`\n${paint('bold', 'Expected and actual answer')}`);
    for (const line of diffText(printable(row.expected), printable(row.actual_output), paint))
      terminal.line(`  ${line}`);
    if (isWhole(row)) printMappingHint(terminal, answerWithin(first));
  } else {
    block('Expected', row.expected);
    block('Answer', row.actual_output);
  }
  block('Full response', pretty(row.full_response));
  block('Metadata', pretty(row.metadata));
  block('Scores', pretty(row.scores));
}

/** Suggests a mapping that extracts the field to compare from answers that are objects. */
export function printMappingHint(terminal: Terminal, found: AnswerWithin | undefined): void {
  if (!found) return;
  const { path, passes, of } = found;
  const mapping = /^[\w.]+$/.test(path) ? path : JSON.stringify(path);
  const would = of === 1 ? 'the row would pass' : `${count(passes)} of ${plural(of, 'row')} would pass`;
  const hint = `To compare that field, set mappings: { output: ${mapping} } in eval.yaml: ${would}.`;
  const [first, ...more] = wrap(hint, terminal.width - 4);
  terminal.line(terminal.paint('dim', [`  → ${first}`, ...more.map((line) => `    ${line}`)].join('\n')));
}

function requestText({ to, headers = {}, body }: SentRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [to, ...lines, ...(body === null ? [] : ['', pretty(body)])].join('\n');
}

function pretty(text: string | null): string | null {
  const value = parseJson(text);
  return value === null || typeof value !== 'object' ? text : JSON.stringify(value, null, 2);
}
