/** A bucket of tokens: each call takes one, and so many come back a second, up to the bucket's size. */
export interface ApiQuota {
  readonly bucket: number;
  readonly perSecond: number;
}

/** By SigV4 name of the service, then by operation. What is not named here is not throttled. */
export type ApiQuotas = Readonly<Record<string, Readonly<Record<string, ApiQuota>>>>;

const quota = (bucket: number, perSecond: number): ApiQuota => ({ bucket, perSecond });
const RARE = quota(100, 1);

/**
 * What an account has by default: Step Functions' "Quotas related to API action throttling" (us-east-1, us-west-2,
 * eu-west-1; other Regions have less) and Athena's "Per account API call quotas".
 */
export const AWS_QUOTAS: ApiQuotas = {
  states: {
    CreateStateMachine: RARE,
    CreateStateMachineAlias: RARE,
    DeleteStateMachine: RARE,
    DeleteStateMachineAlias: RARE,
    DeleteStateMachineVersion: RARE,
    DescribeExecution: quota(300, 15),
    DescribeMapRun: quota(200, 1),
    DescribeStateMachine: quota(200, 20),
    DescribeStateMachineAlias: RARE,
    GetExecutionHistory: quota(400, 20),
    ListExecutions: quota(200, 5),
    ListMapRuns: RARE,
    ListStateMachineAliases: RARE,
    ListStateMachineVersions: RARE,
    ListStateMachines: quota(100, 5),
    PublishStateMachineVersion: RARE,
    RedriveExecution: quota(1300, 300),
    SendTaskFailure: quota(3000, 500),
    SendTaskHeartbeat: quota(3000, 500),
    SendTaskSuccess: quota(3000, 500),
    StartExecution: quota(1300, 300),
    StopExecution: quota(1000, 200),
    UpdateMapRun: RARE,
    UpdateStateMachine: RARE,
    UpdateStateMachineAlias: RARE,
  },
  athena: {
    GetQueryExecution: quota(200, 100),
    GetQueryResults: quota(200, 100),
    StartQueryExecution: quota(80, 20),
    StopQueryExecution: quota(80, 20),
  },
};
