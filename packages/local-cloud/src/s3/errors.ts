import { AwsError } from '../aws-error.ts';

export const noSuchBucket = (bucket: string): AwsError =>
  new AwsError('NoSuchBucket', 'The specified bucket does not exist', 404, { BucketName: bucket });

export const noSuchKey = (key: string): AwsError =>
  new AwsError('NoSuchKey', 'The specified key does not exist.', 404, { Key: key });

export const noSuchUpload = (uploadId: string): AwsError =>
  new AwsError(
    'NoSuchUpload',
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    404,
    { UploadId: uploadId },
  );

export const preconditionFailed = (condition: string): AwsError =>
  new AwsError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', 412, {
    Condition: condition,
  });

export const conditionalRequestConflict = (condition: string, key: string): AwsError =>
  new AwsError(
    'ConditionalRequestConflict',
    'The conditional request cannot succeed due to a conflicting operation against this resource.',
    409,
    { Condition: condition, Key: key },
  );

export const entityTooLarge = (size: number, limit: number): AwsError =>
  new AwsError('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', 400, {
    ProposedSize: size,
    MaxSizeAllowed: limit,
  });

export const invalidArgument = (message: string, name: string, value: unknown): AwsError =>
  new AwsError('InvalidArgument', message, 400, { ArgumentName: name, ArgumentValue: String(value) });

export const invalidRequest = (message: string): AwsError => new AwsError('InvalidRequest', message, 400);

export const malformedXml = (why: string): AwsError =>
  new AwsError(
    'MalformedXML',
    `The XML you provided was not well-formed or did not validate against our published schema: ${why}`,
    400,
  );

export const notImplemented = (what: string): AwsError =>
  new AwsError('NotImplemented', `${what} is not hosted by the local cloud. Use S3 on AWS for it.`, 501);
