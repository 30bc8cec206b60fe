import { AwsError } from '../aws-error.ts';

export function checkVersionDescription(publish: boolean, versionDescription: string | undefined): void {
  if (versionDescription !== undefined && !publish) {
    throw new AwsError('ValidationException', 'Version description can only be set when publish is true');
  }
}
