import type { EvaluationConfig } from '../contracts/evaluation-config.ts';

/** What results call the target when nobody named it: the model, the last part of its ARN, or the URL's host and path. */
export function targetName(config: EvaluationConfig): string {
  if (config.targetName) return config.targetName;
  if (config.executionMode === 'endpoint') {
    if (config.model) return config.model.model;
    const { host, pathname } = new URL(config.endpoint.url);
    return `${host}${pathname === '/' ? '' : pathname}`;
  }
  const arn = config.executionMode === 'agent' ? config.agentStateMachineArn : config.toolLambdaArn;
  return arn.split(':').slice(6).join(':');
}
