import { qualifierOf } from './arns.ts';
import type { Runner } from './runner.ts';
import type { Route } from './store/aliases.ts';
import type { StateMachineRecord } from './store/state-machines.ts';
import type { VersionRecord } from './store/versions.ts';

/** What an ARN names: a state machine as it is now, one of its versions, or the version an alias leads to. */
export interface Qualified {
  readonly stateMachine: StateMachineRecord | VersionRecord;
  /** The state machine's own ARN. */
  readonly arn: string;
  readonly versionArn?: string;
  readonly aliasArn?: string;
}

export function findQualified(runner: Runner, arn: string): Qualified {
  const { unqualified, qualifier } = qualifierOf(arn);
  if (qualifier === undefined) return { stateMachine: runner.stateMachines.get(arn), arn };
  const alias = runner.aliases.find(arn);
  const versionArn = alias ? chosen(alias.routes) : arn;
  const stateMachine = runner.versions.get(versionArn);
  return { stateMachine, arn: unqualified, versionArn, ...(alias && { aliasArn: arn }) };
}

/** Each route has its weight of a hundred. */
function chosen(routes: readonly Route[]): string {
  let drawn = Math.random() * 100;
  for (const { stateMachineVersionArn, weight } of routes) {
    drawn -= weight;
    if (drawn < 0) return stateMachineVersionArn;
  }
  return routes.at(-1)?.stateMachineVersionArn ?? '';
}
