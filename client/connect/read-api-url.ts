import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { findStackOutputs, stackInStage } from './find-stack.ts';

/** Where the API and the console are; undefined where they are not deployed (`-c api=true`). */
export async function readApiUrl(cloudformation: CloudFormationClient, stage: string): Promise<string | undefined> {
  return (await findStackOutputs(cloudformation, stackInStage('RollcallApi', stage)))?.ApiUrl;
}
