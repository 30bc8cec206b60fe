import { DescribeStateMachineCommand, type SFNClient } from '@aws-sdk/client-sfn';
import type { AgentRun } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { stateMachineOf } from '../../core/row-identity.ts';
import { logger } from '../shared/powertools.ts';

/** STANDARD agents are awaited by Step Functions, EXPRESS ones by a function. Other Regions are out of reach for both. */
export async function agentTypeOf(
  arn: string,
  sfn: SFNClient,
  region = process.env.AWS_REGION,
): Promise<AgentRun['agentType']> {
  const [, , , agentRegion] = arn.split(':');
  if (region && agentRegion !== region) {
    throw new RollcallError(
      'InvalidRunInput',
      `agentStateMachineArn is in ${agentRegion}; this installation is in ${region}, and Step Functions starts executions in its own Region only. Deploy Rollcall in ${agentRegion} too.`,
    );
  }
  try {
    const { type = 'STANDARD' } = await sfn.send(
      new DescribeStateMachineCommand({ stateMachineArn: stateMachineOf(arn) }),
    );
    return type;
  } catch (error) {
    // Each row says what is wrong with the agent; there may be none, or no permission.
    logger.warn('The agent could not be looked at', { errorName: (error as Error).name });
    return 'STANDARD';
  }
}
