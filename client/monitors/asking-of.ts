import type { Installation } from '../connect/installation.ts';
import type { AskDeps } from './ask.ts';

/** What judges and functions of an installation are asked with. */
export const askingOf = ({ clients, outputs, runs, targets }: Installation): AskDeps => ({
  s3: clients.s3,
  bucket: outputs.DataBucketName,
  runs,
  targets,
  sfn: clients.sfn,
  stateMachineArn: outputs.EvaluationStateMachineArn,
});
