import { Field } from '../../parts/field.tsx';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problems: Readonly<Record<string, string>>;
}

const EXAMPLES: readonly (readonly [string, unknown])[] = [
  ['equals the expected answer', ['exact']],
  ['holds the expected text', [{ type: 'contains', ignoreCase: true }]],
  ['is close to the expected text', [{ type: 'similarity', passAt: 0.8 }]],
  ['is JSON of a shape', [{ type: 'json-schema', schema: { type: 'object', required: ['label'] } }]],
  ['by an expression', [{ type: 'jsonata', expression: 'actual = expected' }]],
];

/** What a good answer is. */
export function EvaluatorsStep({ value, onChange, problems }: Props) {
  const problem = Object.entries(problems).find(([field]) => field === 'evaluators' || field.startsWith('evaluators.'));
  return (
    <>
      <div className="chips">
        {EXAMPLES.map(([title, evaluators]) => (
          <button key={title} type="button" onClick={() => onChange(JSON.stringify(evaluators, null, 2))}>
            {title}
          </button>
        ))}
      </div>
      <Field
        label="Evaluators (JSON)"
        problem={problem?.[1]}
        hint="Empty: answers are compared with the expected ones, where there are any."
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={value ? 6 : 2}
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
