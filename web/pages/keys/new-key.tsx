import { type FormEvent, useState } from 'react';
import type { Role } from '../../../contracts/role.ts';
import { useCreateKey } from '../../api/keys.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Field } from '../../parts/field.tsx';
import { ErrorNote, Note } from '../../parts/note.tsx';

const ROLES: readonly (readonly [Role, string])[] = [
  ['viewer', 'viewer: reads'],
  ['operator', 'operator: reads and runs'],
  ['admin', 'admin: everything'],
];

export function NewKey() {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('operator');
  const create = useCreateKey();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim(), role }, { onSuccess: () => setName('') });
  };
  return (
    <form onSubmit={submit} className="stack">
      <div className="line" style={{ alignItems: 'end' }}>
        <Field label="Purpose">
          {(attributes) => (
            <input {...attributes} maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Field label="Role">
          {(attributes) => (
            <select {...attributes} value={role} onChange={(event) => setRole(event.target.value as Role)}>
              {ROLES.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <button type="submit" className="primary" disabled={!name.trim() || create.isPending}>
          Create key
        </button>
      </div>
      <ErrorNote error={create.error} what="The key could not be created." />
      {create.data && (
        <Note>
          <div>
            Copy the key “{create.data.name}” now. It is shown only once: <code>{create.data.key}</code>
          </div>
          <CopyButton text={create.data.key}>Copy the key</CopyButton>
        </Note>
      )}
    </form>
  );
}
