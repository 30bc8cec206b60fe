import { parseJson } from '../../core/json.ts';
import { Field } from './field.tsx';

interface Props {
  /** JSON of the list. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem?: string;
  readonly hint: string;
}

const EXAMPLES: readonly (readonly [string, unknown])[] = [
  ['equals the expected answer', 'exact'],
  ['holds the expected text', { type: 'contains', ignoreCase: true }],
  ['is close to the expected text', { type: 'similarity', passAt: 0.8 }],
  ['is the expected number', { type: 'numeric', tolerance: 0.01 }],
  ['is JSON of a shape', { type: 'json-schema', schema: { type: 'object', required: ['label'] } }],
  ['by an expression', { type: 'jsonata', expression: 'actual = expected' }],
  [
    'by a judge',
    {
      type: 'judge',
      rubric: 'Is the answer correct and polite?',
      scale: [1, 5],
      passAt: 4,
      target: { endpoint: { url: 'https://judge.example.com/score' } },
    },
  ],
];

/** The list as JSON with one more at its end; what is no list is left as it is. */
export function withEvaluator(value: string, evaluator: unknown): string {
  const list = value.trim() ? parseJson(value) : [];
  return Array.isArray(list) ? JSON.stringify([...list, evaluator], null, 2) : value;
}

/** What a good answer is: a list that examples add to. */
export function EvaluatorsField({ value, onChange, problem, hint }: Props) {
  const isList = !value.trim() || Array.isArray(parseJson(value));
  return (
    <>
      <div className="chips">
        {EXAMPLES.map(([title, evaluator]) => (
          <button
            key={title}
            type="button"
            disabled={!isList}
            onClick={() => onChange(withEvaluator(value, evaluator))}
          >
            + {title}
          </button>
        ))}
      </div>
      <Field label="Evaluators (JSON)" problem={isList ? problem : 'This is no JSON list yet: [ … ]'} hint={hint}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={Math.min(16, Math.max(2, value.split('\n').length))}
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
