import type { Installation } from '../connect/installation.ts';
import type { AskDeps } from './ask.ts';
import type { ClaimDeps } from './question-claims.ts';

/** What judges and functions of an installation are asked with. */
export const askingOf = ({ clients, outputs, runs, targets }: Installation, claims: ClaimDeps): AskDeps => ({
  ...claims,
  s3: clients.s3,
  bucket: outputs.DataBucketName,
  runs,
  targets,
  sfn: clients.sfn,
  stateMachineArn: outputs.BatchJobStateMachineArn,
});
