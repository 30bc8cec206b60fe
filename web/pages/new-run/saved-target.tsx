import { isObject } from '../../../core/json.ts';
import { nameOf, type TargetView, useTargets } from '../../api/targets.ts';
import { Field } from '../../parts/field.tsx';
import { autoMap } from './field-mapping.ts';

interface Props {
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
  /** Describe it here as the registered one is, to change its mapping for this run. */
  readonly onCopy: (target: TargetView) => void;
  readonly root?: Readonly<Record<string, unknown>>;
}

/** A registered target instead of one described here; nothing is asked where none is registered. */
export function SavedTarget({ chosen, onChoose, onCopy, root }: Props) {
  const { data } = useTargets();
  const targets = data?.targets ?? [];
  const target = targets.find((one) => nameOf(one) === chosen);
  if (targets.length === 0 && !chosen) return null;
  return (
    <>
      <Field label="Registered target">
        {(attributes) => (
          <select {...attributes} value={chosen} onChange={(event) => onChoose(event.target.value)}>
            <option value="">none: describe it here</option>
            {targets.map((one) => (
              <option key={nameOf(one)} value={nameOf(one)}>
                {nameOf(one)}: {one.description}
              </option>
            ))}
          </select>
        )}
      </Field>
      {target && (
        <div className="line">
          {root && <span className="muted">{fedBy(target, root)}</span>}
          <button type="button" onClick={() => onCopy(target)}>
            Change its mapping for this run
          </button>
        </div>
      )}
    </>
  );
}

/** Whether the rows have what the target's schema asks for. */
function fedBy({ inputSchema }: TargetView, root: Readonly<Record<string, unknown>>): string {
  const fields = isObject(inputSchema.properties) ? Object.keys(inputSchema.properties) : [];
  if (fields.length === 0) return 'It takes rows as they are.';
  const missing = autoMap(root, fields).filter(({ from }) => from === '');
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const lacking = missing.map(({ field }) => field).filter((field) => required.includes(field));
  if (lacking.length > 0) return `The rows have no column for ${lacking.join(', ')}, which it requires.`;
  const fed = fields.filter((field) => !missing.some((one) => one.field === field));
  return `Columns feed ${fed.join(', ')} by their names.`;
}
