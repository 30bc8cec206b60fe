import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';

interface Rule {
  readonly Description?: string;
  readonly EventBusName?: string;
  readonly EventPattern?: unknown;
  readonly Name?: string;
  readonly RoleArn?: string;
  readonly ScheduleExpression?: string;
  readonly State?: string;
  readonly Targets?: readonly { readonly Id: string }[];
}

export const eventsRule: ResourceHandler<Rule> = {
  type: 'AWS::Events::Rule',
  properties: [
    'Description',
    'EventBusName',
    'EventPattern',
    'Name',
    'RoleArn',
    'ScheduleExpression',
    'State',
    'Targets',
  ],
  ignored: ['Tags'],
  replacedBy: ['EventBusName', 'Name'],
  customName: ({ Name }) => Name,
  async create(request) {
    const name = request.properties.Name ?? request.generateName({ maxLength: 64 });
    const arn = await put(request, name, []);
    return { ref: name, attributes: { Arn: arn } };
  },
  async update(request, { ref, properties }) {
    const arn = await put(request, ref, properties.Targets ?? []);
    return { ref, attributes: { Arn: arn } };
  },
  async delete(request, { ref: Name, properties }) {
    const { EventBusName, Targets = [] } = properties;
    const Ids = Targets.map(({ Id }) => Id);
    if (Ids.length > 0) await request.call('events', 'RemoveTargets', { Rule: Name, EventBusName, Ids });
    await request.call('events', 'DeleteRule', { Name, EventBusName });
  },
};

async function put(
  { call, properties }: ResourceRequest<Rule>,
  Name: string,
  oldTargets: readonly { readonly Id: string }[],
): Promise<string> {
  const { EventPattern, Targets = [], EventBusName, ...rule } = properties;
  const { RuleArn } = await call<{ RuleArn: string }>('events', 'PutRule', {
    ...rule,
    Name,
    EventBusName,
    ...(EventPattern === undefined ? {} : { EventPattern: JSON.stringify(EventPattern) }),
  });
  const gone = oldTargets.map(({ Id }) => Id).filter((id) => !Targets.some(({ Id }) => Id === id));
  if (gone.length > 0) await call('events', 'RemoveTargets', { Rule: Name, EventBusName, Ids: gone });
  if (Targets.length > 0) await call('events', 'PutTargets', { Rule: Name, EventBusName, Targets });
  return RuleArn;
}
