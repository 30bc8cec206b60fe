import type { EvalFile } from '../../contracts/eval-file.ts';
import { cutText } from '../../core/cut-text.ts';
import { isObject } from '../../core/json.ts';
import { HIDDEN } from '../../core/redact.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { oneLine } from '../terminal/text-width.ts';
import type { VariantFile } from './variant-files.ts';

const LONGEST = 100;

/** Shows each variant with its inherited fields before anything is called. */
export function showPlan(files: readonly VariantFile[], experimentId: string, terminal: Terminal): void {
  const variants = files.map(({ name, file: { target, mappings = {}, executor } }) => ({
    name,
    target: shownTarget(target),
    mappings,
    maxConcurrency: executor?.maxConcurrency,
    ...(executor?.budgetLimit !== undefined && { budgetLimit: executor.budgetLimit }),
  }));
  terminal.object({ event: 'plan', experimentId, variants });
  for (const { name, mappings, target } of variants) {
    const { input = 'default', output = 'default' } = mappings;
    const parts = [called(target), `input ${input}`, `output ${output}`].map((part) => cutText(oneLine(part), LONGEST));
    terminal.note(terminal.paintNote('dim', `  ${name}: ${parts.join(' · ')}`));
  }
}

/** Headers may contain secrets. */
function shownTarget({ endpoint, ...target }: EvalFile['target'] & object = {}) {
  if (!endpoint) return target;
  const headers = Object.fromEntries(Object.keys(endpoint.headers).map((header) => [header, HIDDEN]));
  return { ...target, endpoint: { ...endpoint, headers } };
}

function called({
  endpoint,
  agent,
  tool,
  registered,
  configId,
}: ReturnType<typeof shownTarget> & EvalFile['target'] & object): string {
  if (isObject(endpoint)) return `${endpoint.method} ${endpoint.url}`;
  return agent ?? tool ?? registered ?? `configuration ${configId}`;
}
