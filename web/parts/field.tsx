import { type ReactNode, useId } from 'react';
import './field.css';

interface Props {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem?: string;
  readonly children: (attributes: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}

/** A named input; what is wrong with it is said beside it. */
export function Field({ label, hint, problem, children }: Props) {
  const id = useId();
  const about = `${id}-about`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...((hint || problem) && { 'aria-describedby': about }),
        ...(problem && { 'aria-invalid': true as const }),
      })}
      {(problem || hint) && (
        <span id={about} className={problem ? 'problem' : 'muted tiny'}>
          {problem ?? hint}
        </span>
      )}
    </div>
  );
}
