import { useState } from 'react';
import { parseJson } from '../../../core/json.ts';
import { useTryTarget } from '../../api/targets.ts';
import { exampleOf } from '../../parts/example-of.ts';
import { Field } from '../../parts/field.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { ErrorNote } from '../../parts/note.tsx';

interface Props {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** One real call, to see what comes back. */
export function TryTarget({ name, schema }: Props) {
  const [text, setText] = useState(() => JSON.stringify(exampleOf(schema), null, 2));
  const attempt = useTryTarget(name);
  const input = parseJson(text);
  return (
    <section className="step" aria-label="Try it">
      <h2>Try it</h2>
      <Field label="Input of one call" problem={input === undefined ? 'This is not JSON.' : undefined}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={5}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div>
        <button type="button" disabled={input === undefined || attempt.isPending} onClick={() => attempt.mutate(input)}>
          {attempt.isPending ? 'Calling …' : 'Call it once'}
        </button>
      </div>
      <ErrorNote error={attempt.error} what="The call did not work." />
      {attempt.isSuccess && <JsonView value={attempt.data} open={3} />}
    </section>
  );
}
