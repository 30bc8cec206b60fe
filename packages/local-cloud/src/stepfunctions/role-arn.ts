import { AwsError } from '../aws-error.ts';

export function checkRoleArn(roleArn: string): void {
  if (!/^arn:aws[\w-]*:iam::\d{12}:role\/.+/.test(roleArn)) {
    throw new AwsError('InvalidArn', `Invalid Role Arn: '${roleArn}'`);
  }
}
