import { readFileSync } from 'node:fs';
import type { Stack } from 'aws-cdk-lib';
import { Annotations, Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { statementsOf } from './statements.ts';
import { synthesize } from './synthesize.ts';

describe('the orchestration stack', () => {
  const agent = 'arn:aws:states:us-east-1:123456789012:stateMachine:support-agent';
  const tool = 'arn:aws:lambda:us-east-1:123456789012:function:lookup';
  const secret = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:token-AbCdEf';
  let template: Template;
  beforeAll(() => {
    ({ orchestration: template } = synthesize({
      agentStateMachineArns: agent,
      toolLambdaArns: tool,
      endpointSecretArns: secret,
    }));
  });

  it('runs every function on Node 24, arm64, with tracing and its own role', () => {
    const functions = Object.values(template.findResources('AWS::Lambda::Function'));
    expect(functions.length).toBeGreaterThanOrEqual(6);
    for (const fn of functions) {
      expect(fn.Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
      });
    }
    const roles = functions.map((fn) => JSON.stringify(fn.Properties.Role));
    expect(new Set(roles).size).toBe(functions.length);
  });

  it('adds the columns that came later before it deploys any function that reads them', () => {
    const [columns = ''] = Object.keys(template.findResources('Custom::AddedColumns'));
    const functions = Object.entries(template.findResources('AWS::Lambda::Function'));
    const before = functions.filter(([, { DependsOn = [] }]) => !DependsOn.includes(columns));
    expect(before.map(([, { Properties }]) => Properties.FunctionName)).toEqual(['rollcall-column-adder']);
  });

  it('has no role that docs/security.md does not speak of', () => {
    const page = readFileSync('docs/security.md', 'utf8');
    const roles = Object.keys(template.findResources('AWS::IAM::Role')).map((id) => id.replace(/Role[0-9A-F]{8}$/, ''));
    expect(roles.length).toBeGreaterThanOrEqual(11);
    expect(roles.filter((role) => !page.includes(`\`${role}\``))).toEqual([]);
  });

  it.each(['rollcall-evaluation', 'rollcall-batch-job', 'rollcall-load-results'])(
    'gives %s X-Ray and logs without row text',
    (name) => {
      template.hasResourceProperties('AWS::StepFunctions::StateMachine', {
        StateMachineName: name,
        StateMachineType: 'STANDARD',
        TracingConfiguration: { Enabled: true },
        LoggingConfiguration: Match.objectLike({ IncludeExecutionData: false, Level: 'ALL' }),
      });
    },
  );

  it('uses the resource * only for X-Ray, log delivery and Lake Formation, which know no other', () => {
    const everywhere = statementsOf(template, '').filter(({ resource }) => resource === '"*"');
    expect(everywhere.filter(({ action }) => !/^(xray:|logs:|lakeformation:GetDataAccess$)/.test(action))).toEqual([]);
  });

  it('lets who queries look at what Athena looks at: the default database, uploads, both catalogs', () => {
    const { orchestration } = synthesize({ tables: 's3tables' });
    const allowed = statementsOf(orchestration, 'RunPlannerRole');
    const resourcesOf = (action: string) =>
      allowed.filter((one) => one.action === action).map(({ resource }) => resource);
    expect(resourcesOf('glue:GetDatabase').join()).toContain(':database/default');
    expect(resourcesOf('s3:ListBucketMultipartUploads')).toHaveLength(1);
    expect(resourcesOf('athena:GetDataCatalog').join()).toMatch(/AwsDataCatalog.*s3tablescatalog/);
    expect(resourcesOf('lakeformation:GetDataAccess')).toEqual(['"*"']);
  });

  it('lets the planner ask and change nothing in the tables', () => {
    const { orchestration } = synthesize({ tables: 's3tables' });
    const actions = statementsOf(orchestration, 'RunPlannerRole').map(({ action }) => action);
    expect(actions.filter((action) => /UpdateTable|PutTableData|s3:DeleteObject/.test(action))).toEqual([]);
  });

  it('decrypts secrets with the customer keys that were named, in the endpoint caller alone', () => {
    const key = 'arn:aws:kms:us-east-1:123456789012:key/0b1c2d3e';
    const { orchestration } = synthesize({ endpointSecretArns: secret, secretKeyArns: key });
    const decrypts = (prefix: string) =>
      statementsOf(orchestration, prefix).filter(({ action }) => action === 'kms:Decrypt');
    expect(decrypts('EndpointCallerRole')).toEqual([{ action: 'kms:Decrypt', resource: JSON.stringify(key) }]);
    expect(decrypts('')).toHaveLength(1);
  });

  it('keeps events about stopped runs that reached no function', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      Targets: [Match.objectLike({ DeadLetterConfig: { Arn: Match.anyValue() }, RetryPolicy: Match.anyValue() })],
    });
  });

  it('lets the state machine wait for the named agents, as AWS asks of `.sync`, also behind an alias', () => {
    const executions = JSON.stringify(`${agent.replace('stateMachine', 'execution')}:*`);
    for (const named of [agent, `${agent}:prod`]) {
      const { orchestration } = synthesize({ agentStateMachineArns: named });
      const allowed = statementsOf(orchestration, 'EvaluationRole');
      expect(allowed.filter(({ resource }) => resource.includes('support-agent'))).toEqual([
        { action: 'states:StartExecution', resource: JSON.stringify(named) },
        { action: 'states:DescribeExecution', resource: executions },
        { action: 'states:StopExecution', resource: executions },
      ]);
    }
  });

  it('lets the state machine have the rule that tells of the end of agents, even where none is named', () => {
    const { orchestration } = synthesize();
    const rule = statementsOf(orchestration, 'EvaluationRole').filter(({ action }) => action.startsWith('events:'));
    expect(rule.map(({ action }) => action)).toEqual(['events:PutTargets', 'events:PutRule', 'events:DescribeRule']);
    for (const { resource } of rule) {
      expect(resource).toContain(':rule/StepFunctionsGetEventsForStepFunctionsExecutionRule');
    }
  });

  it('lets run control start and look at our own executions, and stop the named agents, which the logs name', () => {
    const allowed = statementsOf(template, 'RunControlRole').filter(({ action }) => action.startsWith('states:'));
    const named = allowed.filter(({ resource }) => resource.includes('support-agent'));
    expect(named).toEqual([
      { action: 'states:StopExecution', resource: JSON.stringify(`${agent.replace('stateMachine', 'execution')}:*`) },
    ]);
    const own = allowed.filter((statement) => !named.includes(statement));
    expect(own.every(({ resource }) => /rollcall-(evaluation|batch-job)/.test(resource))).toBe(true);
    expect([...new Set(own.map(({ action }) => action))].sort()).toEqual(
      ['DescribeExecution', 'DescribeMapRun', 'ListMapRuns', 'StartExecution', 'UpdateMapRun'].map(
        (action) => `states:${action}`,
      ),
    );
  });

  it('lets the tool caller invoke the named tools and the endpoint caller read the named secrets', () => {
    expect(statementsOf(template, 'ToolCallerRole')).toContainEqual({
      action: 'lambda:InvokeFunction',
      resource: JSON.stringify(tool),
    });
    expect(statementsOf(template, 'EndpointCallerRole')).toContainEqual({
      action: 'secretsmanager:GetSecretValue',
      resource: JSON.stringify(secret),
    });
  });

  it('lets endpoints be on loopback only where the installation says so', () => {
    const allowed = (context: Record<string, unknown>) => {
      const found = synthesize(context).orchestration.findResources('AWS::Lambda::Function', {
        Properties: { FunctionName: 'rollcall-endpoint-caller' },
      });
      return Object.values(found)[0]?.Properties.Environment.Variables.ALLOW_LOOPBACK;
    };
    expect([allowed({}), allowed({ allowLoopback: 'true' })]).toEqual(['false', 'true']);
    expect(() => allowed({ allowLoopback: 'yes' })).toThrow('Context allowLoopback is "yes": must be true or false');
  });

  it('tells callers which hosts and tenants a secret is bound to, and warns where it is bound to none', () => {
    const bound = { arn: secret, hosts: ['api.example.com'], tenants: ['acme'] };
    const bindingsOf = (context: Record<string, unknown>) => {
      const { orchestration } = synthesize(context);
      const fn = orchestration.findResources('AWS::Lambda::Function', {
        Properties: { FunctionName: 'rollcall-endpoint-caller' },
      });
      return JSON.parse(Object.values(fn)[0]?.Properties.Environment.Variables.TARGET_BINDINGS);
    };
    expect(bindingsOf({ endpointSecrets: JSON.stringify([bound]) })).toEqual({ secrets: [bound] });
    expect(bindingsOf({ endpointSecretArns: secret, toolLambdaArns: [{ arn: tool, tenants: ['acme'] }] })).toEqual({
      secrets: [{ arn: secret, hosts: ['*'], tenants: ['default'] }],
      tools: [{ arn: tool, tenants: ['acme'] }],
    });
    const many = Array.from({ length: 60 }, (_, n) => ({ ...bound, arn: secret.replace('token', `token-${n}`) }));
    expect(() => bindingsOf({ endpointSecrets: many })).toThrow(
      /EndpointCaller\] Its environment variables have about \d+ bytes; Lambda takes 4096/,
    );
    const warnings = (context: Record<string, unknown>) =>
      Annotations.fromStack(synthesize(context).stacks.get('Orchestration') as Stack).findWarning(
        '*',
        Match.stringLikeRegexp('Name the hosts'),
      );
    expect(warnings({ endpointSecrets: [bound] })).toHaveLength(0);
    expect(warnings({ endpointSecretArns: secret })).toHaveLength(1);
  });

  it('gives callers no way to targets when none is named', () => {
    const { orchestration } = synthesize();
    const actions = ['AgentCaller', 'ToolCaller', 'EndpointCaller'].flatMap((id) =>
      statementsOf(orchestration, `${id}Role`).map(({ action }) => action),
    );
    expect(actions.filter((action) => /^(states|lambda|secretsmanager):/.test(action))).toEqual([]);
  });

  it('lets the scorer and the check of all tables read scores, and nobody else', () => {
    const roles = Object.keys(template.findResources('AWS::IAM::Role')).map((id) => id.replace(/\w{8}$/, ''));
    const readers = roles.filter((id) =>
      statementsOf(template, id).some(
        ({ action, resource }) => action === 's3:GetObject' && resource.includes('/scores/'),
      ),
    );
    expect(readers.sort()).toEqual(['ColumnAdderRole', 'RowScorerRole']);
  });

  it('lets the state machine run queries and wait for them, and read no answers', () => {
    const actions = statementsOf(template, 'EvaluationRole').map(({ action }) => action);
    expect(actions).toContain('athena:StartQueryExecution');
    expect(actions).not.toContain('athena:GetQueryResults');
  });

  it('lets the exporter write below exports and its own pieces, and change no table', () => {
    const statements = statementsOf(template, 'ResultsExporterRole');
    const written = statements.filter(({ action }) => /^s3:(Put|Delete)/.test(action));
    const prefixes = written.map(({ action, resource }) => `${action} ${/\/([a-z-]+\/.*)\*"/.exec(resource)?.[1]}`);
    expect(prefixes.sort()).toEqual([
      's3:DeleteObject runs/*/export/',
      's3:PutObject athena-results/',
      's3:PutObject exports/',
      's3:PutObject runs/*/export/',
    ]);
    expect(statements.map(({ action }) => action)).not.toContain('glue:UpdateTable');
    template.hasOutput('ResultsExporterFunctionArn', {});
  });

  it('lets the row splitter read and write working files of runs, and nothing else', () => {
    const statements = statementsOf(template, 'RowSplitterRole').filter(({ action }) => !/^(logs|xray):/.test(action));
    expect(statements.map(({ action }) => action).sort()).toEqual([
      's3:AbortMultipartUpload',
      's3:GetObject',
      's3:ListBucket',
      's3:PutObject',
    ]);
    const objects = statements.filter(({ action }) => action !== 's3:ListBucket');
    expect(objects.every(({ resource }) => resource.includes('/runs/*"'))).toBe(true);
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'rollcall-row-splitter',
      Timeout: 900,
      MemorySize: 1769,
    });
    template.hasResourceProperties('AWS::StepFunctions::StateMachine', {
      DefinitionSubstitutions: Match.objectLike({ RowSplitterFunctionArn: Match.anyValue() }),
    });
  });

  it('closes runs that were stopped from outside', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.states'],
        detail: Match.objectLike({ status: ['ABORTED', 'TIMED_OUT', 'FAILED'] }),
      },
    });
  });

  it('reaches S3 Tables through their own catalog when asked to', () => {
    const { orchestration } = synthesize({ tables: 's3tables' });
    const actions = statementsOf(orchestration, 'RunPlannerRole').map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['s3tables:GetTableData', 'lakeformation:GetDataAccess']));
  });
});
