import { Duration, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { KEPT } from '../kept.ts';

/** The one bucket: encrypted, TLS only, versioned, private. Working files expire; results and exports stay. */
export class DataBucket extends Bucket {
  constructor(scope: Construct, id: string, bucketName: string) {
    super(scope, id, {
      bucketName,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: KEPT,
      lifecycleRules: [
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(2) },
        // Iceberg deletes a file with each commit, and leaves a delete marker.
        { id: 'old-versions', noncurrentVersionExpiration: Duration.days(30), expiredObjectDeleteMarker: true },
        expire('imports', PREFIXES.imports, 7),
        expire('runs', PREFIXES.runs, 30),
        // A run can be continued for 90 days: as long as Step Functions keeps its executions.
        expire('staged', PREFIXES.staged, 90),
        expire('scores', PREFIXES.scores, 14),
        // Questions that were not asked for so long are paid for again.
        expire('replies', PREFIXES.replies, 180),
        expire('whole-answers', PREFIXES.wholeAnswers, 1),
        expire('athena-results', PREFIXES.athena, 14),
      ],
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Access logs would need a second bucket; CloudTrail data events are the account owner’s choice.',
    });
  }
}

const expire = (id: string, prefix: string, days: number) => ({ id, prefix, expiration: Duration.days(days) });
