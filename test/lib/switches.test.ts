import type { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { synthesize } from './synthesize.ts';

const AGENT = 'arn:aws:states:us-east-1:123456789012:stateMachine:agent';
const TOOL = 'arn:aws:lambda:us-east-1:123456789012:function:tool';

/** Holds data, or holds the place of data. */
const STATEFUL =
  /^AWS::(S3::Bucket|DynamoDB::Table|Glue::(Database|Table)|S3Tables::\w+|Athena::WorkGroup|SQS::Queue|SNS::Topic)$/;

const statefulOf = (template: Template): string[] =>
  Object.entries(template.toJSON().Resources as Record<string, { Type: string }>)
    .filter(([, { Type }]) => STATEFUL.test(Type))
    .map(([id]) => id);

const exportsOf = (template: Template): string[] =>
  Object.keys(template.findOutputs('*')).filter((id) => id.startsWith('ExportsOutput'));

const KEPT_STACKS = ['Storage', 'Orchestration', 'Traces'] as const;

// An export that a deployed stack imports cannot go, and a table that is made again does not find its rows.
it.each(['glue', 's3tables'])(
  'leaving out a switch takes no table, bucket, queue or export away, with tables=%s',
  (tables) => {
    const all = { tables, api: 'true', traceAgents: 'true', agentStateMachineArns: AGENT, toolLambdaArns: TOOL };
    const before = synthesize(all);
    for (const without of [
      { ...all, api: 'false' },
      { ...all, api: 'false', traceAgents: 'false' },
      { ...all, agentStateMachineArns: '', toolLambdaArns: '' },
      { tables },
    ]) {
      const after = synthesize(without);
      for (const name of KEPT_STACKS) {
        expect(exportsOf(after.template(name)), name).toEqual(expect.arrayContaining(exportsOf(before.template(name))));
        const kept = statefulOf(before.template(name)).filter((id) => !id.startsWith('AgentEvents'));
        expect(statefulOf(after.template(name)), name).toEqual(expect.arrayContaining(kept));
      }
    }
  },
);
