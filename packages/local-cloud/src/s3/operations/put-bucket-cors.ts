import type { CORSRule, PutBucketCorsRequest } from '@aws-sdk/client-s3';
import { invalidRequest, malformedXml } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { onBucket } from '../permissions.ts';
import { childrenOf, type XmlElement } from '../protocol/xml.ts';
import { bucketOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';
import type { CorsRule } from '../storage/records.ts';

const METHODS = ['GET', 'PUT', 'HEAD', 'POST', 'DELETE'];
/** "You can add up to 100 rules to the configuration." */
const MOST_RULES = 100;

export function putBucketCors(buckets: Buckets): S3Operation<PutBucketCorsRequest, object> {
  return {
    permissions: (input) => [onBucket('PutBucketCORS', input)],
    async run(input) {
      const bucket = bucketOf(buckets, input);
      const rules = input.CORSConfiguration?.CORSRules ?? [];
      if (rules.length === 0 || rules.length > MOST_RULES) {
        throw malformedXml(`a CORS configuration has between 1 and ${MOST_RULES} rules`);
      }
      const cors = rules.map(checked);
      if (bucket.settings) bucket.settings = { ...bucket.settings, cors };
      return {};
    },
    wire: {
      requiresDigest: true,
      fromXml: (root) => ({ CORSConfiguration: { CORSRules: childrenOf(root, 'CORSRule').map(fromXml) } }),
    },
  };
}

function checked({ AllowedOrigins, AllowedMethods, AllowedHeaders, ExposeHeaders, MaxAgeSeconds }: CORSRule): CorsRule {
  if (!AllowedOrigins?.length || !AllowedMethods?.length) {
    throw malformedXml('every CORS rule names AllowedOrigins and AllowedMethods');
  }
  const wrong = AllowedMethods.find((method) => !METHODS.includes(method));
  if (wrong) throw invalidRequest(`Found unsupported HTTP method in CORS config. Unsupported method is ${wrong}`);
  return { AllowedOrigins, AllowedMethods, AllowedHeaders, ExposeHeaders, MaxAgeSeconds };
}

function fromXml(rule: XmlElement): CORSRule {
  const texts = (name: string): string[] => {
    const value = rule[name];
    return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
  };
  return {
    AllowedOrigins: texts('AllowedOrigin'),
    AllowedMethods: texts('AllowedMethod'),
    AllowedHeaders: texts('AllowedHeader'),
    ExposeHeaders: texts('ExposeHeader'),
    ...(rule.MaxAgeSeconds !== undefined && { MaxAgeSeconds: Number(rule.MaxAgeSeconds) }),
  };
}
