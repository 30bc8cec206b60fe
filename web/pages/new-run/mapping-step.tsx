import { useState } from 'react';
import { isObject } from '../../../core/json.ts';
import { useTarget } from '../../api/targets.ts';
import { Field } from '../../parts/field.tsx';
import { MappingEditor } from '../../parts/target-form/mapping-editor.tsx';
import type { TargetValues } from '../../parts/target-form/target-values.ts';
import { autoMap, type FieldPair, fromExpression, sourcesOf, toExpression } from './field-mapping.ts';
import { FieldTable } from './field-table.tsx';

interface Props {
  readonly target: TargetValues;
  readonly onChange: (patch: Partial<TargetValues>) => void;
  /** What mappings see of the first row. */
  readonly root?: Readonly<Record<string, unknown>>;
  /** The registered target this is a copy of: its fields are known. */
  readonly copyOf: string;
}

/** What of a row is sent: by columns, or by an expression, which is the same told otherwise. */
export function MappingStep({ target, onChange, root, copyOf }: Props) {
  const { data: original } = useTarget(copyOf);
  const schema: Readonly<Record<string, unknown>> = original?.inputSchema ?? {};
  const fields = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const written = fromExpression(target.inputMapping);
  const [pairs, setPairs] = useState<readonly FieldPair[] | undefined>(written?.length ? written : undefined);
  const [asText, writeAsText] = useState(written === undefined);
  // As somebody chose them, else as they were mapped by name, and shown as chosen.
  const shown = pairs ?? (target.inputMapping.trim() ? written : undefined) ?? autoMap(root, fields);
  const set = (next: readonly FieldPair[]) => {
    setPairs(next);
    onChange({ inputMapping: toExpression(next) });
  };
  const write = (inputMapping: string) => {
    setPairs(undefined);
    onChange({ inputMapping });
  };
  return (
    <>
      <fieldset className="choices">
        <legend className="hidden-text">How the mapping is told</legend>
        <label>
          <input
            type="radio"
            name="mapping"
            checked={!asText}
            disabled={!written}
            onChange={() => writeAsText(false)}
          />
          By columns
        </label>
        <label>
          <input type="radio" name="mapping" checked={asText} onChange={() => writeAsText(true)} />
          By an expression
        </label>
        {!written && <span className="muted tiny">The expression says more than which column feeds which field.</span>}
      </fieldset>
      <MappingEditor
        label="Expression (JSONata)"
        hint="Empty: the row’s input as it is."
        rootTitle="The first row"
        root={root}
        value={target.inputMapping}
        onChange={write}
        otherwise={root?.input}
      >
        {!asText && written && (
          <FieldTable
            pairs={shown}
            sources={sourcesOf(root)}
            required={required}
            onChange={set}
            onAuto={() => set(autoMap(root, fields))}
          />
        )}
      </MappingEditor>
      <Field
        label="The answer, of what comes back (JSONata)"
        hint={`Empty: found where answers usually are. ${target.mode === 'endpoint' ? 'body.label' : 'label'} takes a field of what comes back.`}
      >
        {(attributes) => (
          <input
            {...attributes}
            className="mono"
            value={target.outputMapping}
            onChange={(event) => onChange({ outputMapping: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
