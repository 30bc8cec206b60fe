import { Fn, Token } from 'aws-cdk-lib';

/** The executions of agents, whose ARNs may be patterns and may end in a version or alias: an execution's does not. */
export const agentExecutions = (stateMachineArns: readonly string[]): string[] =>
  stateMachineArns.map((arn) => {
    const part = (index: number) =>
      Token.isUnresolved(arn) ? Fn.select(index, Fn.split(':', arn)) : arn.split(':')[index];
    return [...[0, 1, 2, 3, 4].map(part), 'execution', part(6), '*'].join(':');
  });

/** An event pattern may have 2,048 characters: the ARNs in it leave some for the rest. */
const MOST_CHARACTERS = 1_600;
/** With quotes and a comma, or as `{"wildcard":"…"}`; one that is not known yet may be long. */
const lengthOf = (arn: string): number => (Token.isUnresolved(arn) ? 200 : arn.length + 16);

/** Agents in groups, each of which fits into one event pattern. */
export function groupsForRules(stateMachineArns: readonly string[]): string[][] {
  const groups: string[][] = [];
  let left = 0;
  for (const arn of stateMachineArns) {
    left -= lengthOf(arn);
    if (left < 0) {
      groups.push([]);
      left = MOST_CHARACTERS - lengthOf(arn);
    }
    groups.at(-1)?.push(arn);
  }
  return groups;
}
