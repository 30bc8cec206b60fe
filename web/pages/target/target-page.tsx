import { useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { useDeleteTarget, useSaveTarget, useTarget } from '../../api/targets.ts';
import { NeedsRole, useMay } from '../../parts/allowed.tsx';
import { asCurl } from '../../parts/as-curl.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { ErrorNote, Note } from '../../parts/note.tsx';
import { StandsFor } from '../../parts/stands-for.tsx';
import { toYaml } from '../../parts/to-yaml.ts';
import { useTitle } from '../../parts/use-title.ts';
import { TargetEditor } from './target-editor.tsx';
import { formOf, NEW_TARGET, type TargetFormValues, targetOf } from './target-form-values.ts';
import { ToolPreview } from './tool-preview.tsx';
import { TryTarget } from './try-target.tsx';

/** A registered target, or a new one. */
export function TargetPage() {
  const { integration = '', action = '' } = useParams<{ integration: string; action: string }>();
  const name = integration && `${integration}/${action}`;
  useTitle(name || 'Register a target');
  const { data: stored, error } = useTarget(name);
  const [values, setValues] = useState<TargetFormValues>(NEW_TARGET);
  const save = useSaveTarget();
  const remove = useDeleteTarget(name);
  const [, go] = useLocation();
  const [mayChange, mayCall] = [useMay('admin'), useMay('operator')];
  useEffect(() => {
    if (stored) setValues(formOf(stored));
  }, [stored]);
  const own = `${values.integration.trim()}/${values.action.trim()}`;
  const put = () =>
    save.mutate(
      { name: own, body: targetOf(values), version: stored?.version },
      { onSuccess: () => go(`/targets/${own}`) },
    );
  return (
    <div className="stack form">
      <p className="crumbs">
        <Link href="/targets">Targets</Link> / {name || 'new'}
      </p>
      <div className="page-head">
        <h1>{name || 'Register a target'}</h1>
        {stored && (
          <div className="line">
            {stored.batchEnabled && mayCall && (
              <Link className="button" href={`/new-batch?target=${encodeURIComponent(name)}`}>
                New batch
              </Link>
            )}
            {mayChange && (
              <Confirm
                label="Delete"
                title={`Delete the target ${name}?`}
                action={`Delete ${name}`}
                onConfirm={() => remove.mutateAsync().then(() => go('/targets'))}
              >
                Nobody can call it by its name any more, and its tools go. Runs and results of it stay.
              </Confirm>
            )}
          </div>
        )}
      </div>
      <ErrorNote error={error} what="The target could not be read." />
      <NeedsRole least="admin" to={name ? 'changing a target' : 'registering a target'} />
      <fieldset className="bare" disabled={!mayChange}>
        <TargetEditor values={values} onChange={(patch) => setValues({ ...values, ...patch })} isNew={!name} />
      </fieldset>
      <ErrorNote error={save.error} what="The target was not saved." again={put} />
      {save.isSuccess && <Note>Saved as version {save.data.version}.</Note>}
      {mayChange && (
        <div className="line">
          <button type="button" className="primary" disabled={save.isPending} onClick={put}>
            {name ? 'Save the changes' : 'Register it'}
          </button>
        </div>
      )}
      {stored && mayCall && <TryTarget name={name} schema={stored.inputSchema} />}
      {stored && <ToolPreview target={stored} />}
      <StandsFor
        texts={{
          'target.yaml': () => toYaml(targetOf(values)),
          'HTTP request': () => asCurl('PUT', `targets/${own}`, targetOf(values)),
          'Command line': () => 'rollcall target put target.yaml',
        }}
      />
    </div>
  );
}
