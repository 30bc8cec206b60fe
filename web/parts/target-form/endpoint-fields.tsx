import { Field } from '../field.tsx';
import { problemBelow } from '../problem-below.ts';
import type { TargetFieldsProps, TargetValues } from './target-values.ts';

const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'];
const AUTHS: readonly (readonly [TargetValues['auth'], string])[] = [
  ['', 'none'],
  ['bearer', 'bearer token'],
  ['basic', 'user and password'],
  ['header', 'a header of its own'],
];

export function EndpointFields({ values, onChange, problems }: TargetFieldsProps) {
  const isNear = values.privateAddresses || NEAR.test(values.url);
  return (
    <>
      <div className="url-line">
        <Field label="Method">
          {(attributes) => (
            <select
              {...attributes}
              value={values.method}
              onChange={(event) => onChange({ method: event.target.value })}
            >
              {METHODS.map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Address every row is sent to" problem={problems['endpoint.url']}>
          {(attributes) => (
            <input
              {...attributes}
              type="url"
              placeholder="https://api.example.com/classify"
              value={values.url}
              onChange={(event) => onChange({ url: event.target.value })}
            />
          )}
        </Field>
      </div>
      {isNear && <Inside values={values} onChange={onChange} />}
      <details>
        <summary>Headers, credentials, reading the answer</summary>
        <div className="stack details-body">
          <Field
            label="Headers, one a line"
            hint="Name: value. Secrets belong below, where they are read from Secrets Manager."
            problem={problemBelow(problems, 'endpoint.headers')}
          >
            {(attributes) => (
              <textarea
                {...attributes}
                rows={2}
                value={values.headers}
                onChange={(event) => onChange({ headers: event.target.value })}
              />
            )}
          </Field>
          <AuthFields values={values} onChange={onChange} problems={problems} />
          <div className="fields">
            <Field label="The answer is">
              {(attributes) => (
                <select
                  {...attributes}
                  value={values.response}
                  onChange={(event) => onChange({ response: event.target.value as TargetValues['response'] })}
                >
                  <option value="auto">read by its content type</option>
                  <option value="json">JSON</option>
                  <option value="text">text</option>
                </select>
              )}
            </Field>
            {!isNear && <Inside values={values} onChange={onChange} />}
          </div>
        </div>
      </details>
    </>
  );
}

/** Addresses that are refused unless somebody says that they are meant. */
const NEAR =
  /^https?:\/\/(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[|[^/:.]+([/:]|$)|[^/:]+\.(local|internal)([/:]|$))/i;

const Inside = ({ values, onChange }: Pick<TargetFieldsProps, 'values' | 'onChange'>) => (
  <label className="check">
    <input
      type="checkbox"
      checked={values.privateAddresses}
      onChange={(event) => onChange({ privateAddresses: event.target.checked })}
    />
    It is inside my network, or on this machine
    {!values.privateAddresses && <span className="muted tiny">such an address is refused otherwise</span>}
  </label>
);

function AuthFields({ values, onChange, problems }: TargetFieldsProps) {
  return (
    <div className="fields">
      <Field label="Credentials">
        {(attributes) => (
          <select
            {...attributes}
            value={values.auth}
            onChange={(event) => onChange({ auth: event.target.value as TargetValues['auth'] })}
          >
            {AUTHS.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
      {values.auth === 'header' && (
        <Field label="Header" problem={problems['endpoint.auth.header']}>
          {(attributes) => (
            <input
              {...attributes}
              placeholder="X-Api-Key"
              value={values.authHeader}
              onChange={(event) => onChange({ authHeader: event.target.value })}
            />
          )}
        </Field>
      )}
      {values.auth && (
        <Field label="ARN of the secret" problem={problems['endpoint.auth.secretArn']}>
          {(attributes) => (
            <input
              {...attributes}
              className="mono"
              placeholder="arn:aws:secretsmanager:…"
              value={values.secretArn}
              onChange={(event) => onChange({ secretArn: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
