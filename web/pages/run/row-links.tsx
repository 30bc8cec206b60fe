import { CopyButton } from '../../parts/copy-button.tsx';

const EXECUTION = /^arn:(aws[\w-]*):states:([\w-]+):(\d+):(?:execution|express):/;
/** Nobody's account at AWS. */
const NO_ACCOUNT = /^0+$/;

/** Where an execution is seen at AWS; undefined for what is no execution there. */
export function executionPage(arn: string): string | undefined {
  const [, partition, region, account = ''] = EXECUTION.exec(arn) ?? [];
  if (!partition || NO_ACCOUNT.test(account)) return undefined;
  const host =
    partition === 'aws-cn'
      ? 'console.amazonaws.cn'
      : partition === 'aws-us-gov'
        ? 'console.amazonaws-us-gov.com'
        : 'console.aws.amazon.com';
  return `https://${region}.${host}/states/home?region=${region}#/v2/executions/details/${encodeURIComponent(arn)}`;
}

interface Props {
  /** The agent's execution, or what the target calls the request. */
  readonly traceRef: string | null;
  /** Of the run's last pass. */
  readonly executionArn: string;
}

/** The way down to Step Functions, and to the target's own trace. */
export function RowLinks({ traceRef, executionArn }: Props) {
  return (
    <div className="line tiny">
      {traceRef && <Reference name="The row’s own trace" value={traceRef} />}
      <Reference name="The run’s execution" value={executionArn} />
    </div>
  );
}

function Reference({ name, value }: { readonly name: string; readonly value: string }) {
  const page = executionPage(value);
  return (
    <span className="reference">
      <span className="muted">{name}:</span>
      {page ? (
        <a href={page} target="_blank" rel="noreferrer">
          open in Step Functions
        </a>
      ) : (
        <code title={value}>{value}</code>
      )}
      <CopyButton text={value}>Copy</CopyButton>
    </span>
  );
}
