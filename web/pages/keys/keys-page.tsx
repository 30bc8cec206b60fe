import { useKeyList, useRevokeKey } from '../../api/keys.ts';
import { useMe } from '../../api/me.ts';
import { Ago } from '../../parts/ago.tsx';
import { NeedsRole, useMay } from '../../parts/allowed.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { NewKey } from './new-key.tsx';

export function KeysPage() {
  useTitle('Keys');
  const may = useMay('admin');
  const list = useKeyList();
  const me = useMe();
  const revoke = useRevokeKey();
  return (
    <div className="stack">
      <h1>Keys</h1>
      <p className="muted">
        Viewers read, operators run, admins configure. A key is shown only once, when it is created.
      </p>
      <NeedsRole least="admin" to="managing keys" />
      {may && <NewKey />}
      <ErrorNote error={may && list.error} what="The keys could not be read." again={list.refetch} />
      {may && list.isPending && <Skeleton label="Loading the keys" />}
      {list.data && (
        <div className="scroll-x">
          <table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Role</th>
                <th scope="col">Created</th>
                <th scope="col">Last used</th>
                <th scope="col">ID</th>
                <th scope="col">
                  <span className="hidden-text">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.data.keys.map(({ keyId, name, role, createdAt, lastUsedAt, revokedAt }) => (
                <tr key={keyId}>
                  <td>{name}</td>
                  <td>{role}</td>
                  <td>
                    <Ago time={createdAt} />
                  </td>
                  <td>{lastUsedAt ? <Ago time={lastUsedAt} /> : <span className="muted">never</span>}</td>
                  <td className="mono">{keyId}</td>
                  <td className="number">
                    {revokedAt && <span className="muted">revoked</span>}
                    {!revokedAt && keyId === me.data?.keyId && <span className="muted">your key</span>}
                    {!revokedAt && keyId !== me.data?.keyId && (
                      <Confirm
                        label="Revoke"
                        title={`Revoke the key “${name}”?`}
                        action={`Revoke ${name}`}
                        onConfirm={() => revoke.mutateAsync(keyId)}
                      >
                        Requests with this key are refused within a minute. This cannot be undone.
                      </Confirm>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
