import { X } from 'lucide-react';
import { isObject, parseJson } from '../../core/json.ts';
import { Field } from './field.tsx';
import './evaluators-field.css';

interface Props {
  /** JSON of the list. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem?: string;
  readonly hint: string;
}

type Evaluator = Readonly<Record<string, unknown>>;
type Option = readonly [name: string, label: string, kind: 'text' | 'long' | 'number' | 'check' | 'json'];

/** What is offered, what it begins with, and what of it has a field; the rest is changed as JSON. */
const KINDS: readonly (readonly [title: string, example: Evaluator, ...options: Option[]])[] = [
  ['Equals the expected answer', { type: 'exact' }, ['ignoreCase', 'Ignore case', 'check']],
  [
    'Contains a text',
    { type: 'contains', ignoreCase: true },
    ['value', 'Text; empty: the expected answer', 'text'],
    ['ignoreCase', 'Ignore case', 'check'],
  ],
  [
    'Is similar to the expected answer',
    { type: 'similarity', passAt: 0.8 },
    ['passAt', 'Passes from, 0 to 1', 'number'],
  ],
  ['Is the expected number', { type: 'numeric', tolerance: 0.01 }, ['tolerance', 'Tolerance', 'number']],
  ['Matches a pattern', { type: 'regex', pattern: '' }, ['pattern', 'Pattern (RE2)', 'text']],
  [
    'Is JSON of a shape',
    { type: 'json-schema', schema: { type: 'object', required: ['label'] } },
    ['schema', 'JSON Schema', 'json'],
  ],
  ['Matches an expression', { type: 'jsonata', expression: 'actual = expected' }, ['expression', 'JSONata', 'long']],
  [
    'A judge scores it',
    {
      type: 'judge',
      rubric: 'Is the answer correct and polite?',
      scale: [1, 5],
      passAt: 4,
      target: { endpoint: { url: 'https://judge.example.com/score' } },
    },
    ['rubric', 'Rubric', 'long'],
    ['passAt', 'Passes from', 'number'],
    ['target', 'Target', 'json'],
  ],
];

/** What a good answer is: a card for each evaluator. */
export function EvaluatorsField({ value, onChange, problem, hint }: Props) {
  const list = value.trim() ? parseJson(value) : [];
  const evaluators = Array.isArray(list) ? list.map(asObject) : undefined;
  const set = (next: readonly Evaluator[]) => onChange(next.length === 0 ? '' : JSON.stringify(next, null, 2));
  const cards = (evaluators ?? []).map((evaluator, at) => ({ evaluator, at }));
  return (
    <div className="stack tight">
      {cards.map(({ evaluator, at }) => (
        <EvaluatorCard
          key={at}
          evaluator={evaluator}
          onChange={(next) => set((evaluators ?? []).map((one, index) => (index === at ? next : one)))}
          onRemove={() => set((evaluators ?? []).filter((_, index) => index !== at))}
        />
      ))}
      {cards.length === 0 && evaluators && <p className="muted">{hint}</p>}
      <div className="chips">
        {KINDS.map(([title, example]) => (
          <button
            key={title}
            type="button"
            disabled={!evaluators}
            onClick={() => set([...(evaluators ?? []), example])}
          >
            + {title}
          </button>
        ))}
      </div>
      {problem && evaluators && <p className="problem">{problem}</p>}
      <details open={!evaluators}>
        <summary>Edit as JSON</summary>
        <Field label="Evaluators (JSON)" problem={evaluators ? undefined : 'This is not a JSON list: [ … ]'}>
          {(attributes) => (
            <textarea
              {...attributes}
              rows={Math.min(16, Math.max(3, value.split('\n').length))}
              spellCheck={false}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      </details>
    </div>
  );
}

/** Just a type stands for an evaluator with all its defaults. */
const asObject = (one: unknown): Evaluator => (isObject(one) ? one : { type: one });

interface CardProps {
  readonly evaluator: Evaluator;
  readonly onChange: (evaluator: Evaluator) => void;
  readonly onRemove: () => void;
}

function EvaluatorCard({ evaluator, onChange, onRemove }: CardProps) {
  const type = String(evaluator.type);
  const [title = type, , ...options] = KINDS.find(([, example]) => example.type === type) ?? [];
  const set = (name: string, value: unknown) => {
    const { [name]: _before, ...others } = evaluator;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <fieldset className="card evaluator">
      <legend className="hidden-text">{title}</legend>
      <div className="page-head">
        <b>{title}</b>
        <button type="button" className="icon" aria-label={`Remove: ${title}`} onClick={onRemove}>
          <X />
        </button>
      </div>
      <div className="fields">
        <OptionField option={['name', `Name; empty: ${type}`, 'text']} value={evaluator.name} onChange={set} />
        {options.map((option) => (
          <OptionField key={option[0]} option={option} value={evaluator[option[0]]} onChange={set} />
        ))}
      </div>
    </fieldset>
  );
}

interface OptionProps {
  readonly option: Option;
  readonly value: unknown;
  readonly onChange: (name: string, value: unknown) => void;
}

function OptionField({ option: [name, label, kind], value, onChange }: OptionProps) {
  if (kind === 'check') {
    return (
      <label className="check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(name, event.target.checked || undefined)}
        />
        {label}
      </label>
    );
  }
  const shown = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  const read = (text: string) => {
    if (text === '') return undefined;
    return kind === 'number' ? Number(text) : kind === 'json' ? (parseJson(text) ?? text) : text;
  };
  const isLong = kind === 'long' || kind === 'json';
  return (
    <div className={isLong ? 'long' : undefined}>
      <Field label={label}>
        {(attributes) =>
          isLong ? (
            <textarea
              {...attributes}
              rows={2}
              value={shown}
              onChange={(event) => onChange(name, read(event.target.value))}
            />
          ) : (
            <input
              {...attributes}
              type={kind}
              step="any"
              value={shown}
              onChange={(event) => onChange(name, read(event.target.value))}
            />
          )
        }
      </Field>
    </div>
  );
}
