import { nameOf, useTargets } from '../../api/targets.ts';
import { Field } from '../../parts/field.tsx';

interface Props {
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

/** A registered target instead of one described here; nothing is asked where none is registered. */
export function SavedTarget({ chosen, onChoose }: Props) {
  const { data } = useTargets();
  const targets = data?.targets ?? [];
  if (targets.length === 0 && !chosen) return null;
  return (
    <Field label="Registered target">
      {(attributes) => (
        <select {...attributes} value={chosen} onChange={(event) => onChoose(event.target.value)}>
          <option value="">none: describe it here</option>
          {targets.map((target) => (
            <option key={nameOf(target)} value={nameOf(target)}>
              {nameOf(target)}: {target.description}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
