import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { checkBus, eventBusName, ruleName, wrongToken } from '../request.ts';
import type { Rules } from '../rules.ts';
import { TARGET_SERVICES, type Target, target, targetService } from '../target.ts';
import { isJson, isPath, undefinedPlaceholder } from '../target-input.ts';

const MOST_TARGETS = 5;

const putTargetsSchema = z.object({
  Rule: ruleName,
  EventBusName: eventBusName,
  Targets: z.array(target).min(1).max(100),
});

/** Adds targets, or puts them in the place of those with the same id. */
export const putTargets = (rules: Rules, context: CloudContext): Operation<unknown> => ({
  permissions: rules.permission('PutTargets'),
  async run(request) {
    const { Rule, EventBusName, Targets } = parseInput(putTargetsSchema, request);
    checkBus(context, EventBusName);
    const rule = rules.get(Rule);
    for (const one of Targets) checkTarget(one);
    const kept = rule.targets.filter(({ Id }) => !Targets.some((one) => one.Id === Id));
    const targets = [...kept, ...Targets];
    if (targets.length > MOST_TARGETS) {
      throw new AwsError(
        'LimitExceededException',
        `The requested resource exceeds the maximum number allowed: ${MOST_TARGETS} targets per rule.`,
      );
    }
    rules.put({ ...rule, targets });
    return { FailedEntryCount: 0, FailedEntries: [] };
  },
});

function checkTarget({ Id, Arn, RoleArn, Input, InputPath, InputTransformer }: Target): void {
  const service = targetService(Arn);
  if (!service) {
    throw invalid(`Target ${Id}: the local cloud delivers events to ${TARGET_SERVICES.join(', ')}, not to ${Arn}.`);
  }
  if (service === 'states' && !RoleArn) throw invalid(`RoleArn is required for target ${Arn}.`);
  if ([Input, InputPath, InputTransformer].filter((one) => one !== undefined).length > 1) {
    throw invalid(`Only one of Input, InputPath, or InputTransformer must be provided for target ${Id}.`);
  }
  if (Input !== undefined && !isJson(Input)) throw invalid(`JSON syntax error in input for target ${Id}.`);
  const undefinedName = InputTransformer && undefinedPlaceholder(InputTransformer);
  if (undefinedName !== undefined) {
    throw invalid(`InputTemplate for target ${Id} contains invalid placeholder ${undefinedName}.`);
  }
  for (const path of [InputPath ?? '$', ...Object.values(InputTransformer?.InputPathsMap ?? {})]) {
    if (!isPath(path))
      throw invalid(`Invalid path ${path} in the input of target ${Id}; it must look like $.detail.status.`);
  }
}

const invalid = (message: string): AwsError => new AwsError('ValidationException', message);

const removeTargetsSchema = z.object({
  Rule: ruleName,
  EventBusName: eventBusName,
  Ids: z.array(z.string().min(1).max(64)).min(1).max(100),
});

export const removeTargets = (rules: Rules, context: CloudContext): Operation<unknown> => ({
  permissions: rules.permission('RemoveTargets'),
  async run(request) {
    const { Rule, EventBusName, Ids } = parseInput(removeTargetsSchema, request);
    checkBus(context, EventBusName);
    const rule = rules.get(Rule);
    rules.put({ ...rule, targets: rule.targets.filter(({ Id }) => !Ids.includes(Id)) });
    return { FailedEntryCount: 0, FailedEntries: [] };
  },
});

const listTargetsByRuleSchema = z.object({
  Rule: ruleName,
  EventBusName: eventBusName,
  NextToken: z.string().optional(),
  Limit: z.int().min(1).max(100).default(100),
});

export const listTargetsByRule = (rules: Rules, context: CloudContext): Operation<unknown> => ({
  permissions: rules.permission('ListTargetsByRule'),
  async run(request) {
    const { Rule, EventBusName, NextToken, Limit } = parseInput(listTargetsByRuleSchema, request);
    checkBus(context, EventBusName);
    const { items, next } = pageOf(rules.get(Rule).targets, {
      size: Limit,
      token: NextToken,
      refusal: () => wrongToken(NextToken),
    });
    return { Targets: items, NextToken: next };
  },
});
