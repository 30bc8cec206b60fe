import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';
import type { Referable } from '../scope.ts';
import { stackIdOf } from '../stack-id.ts';

interface CustomResource {
  /** The function that makes it. */
  readonly ServiceToken: string;
  /** Seconds; an hour by default. */
  readonly ServiceTimeout?: unknown;
  readonly [name: string]: unknown;
}

type Request = ResourceRequest<CustomResource>;

const answerSchema = z.object({
  Status: z.enum(['SUCCESS', 'FAILED']),
  Reason: z.string().optional(),
  PhysicalResourceId: z.string().min(1),
  Data: z.record(z.string(), z.unknown()).optional(),
});

/** What a function of the template's own makes: `AWS::CloudFormation::CustomResource` and every `Custom::…`. */
export const customResource: ResourceHandler<CustomResource> = {
  type: 'AWS::CloudFormation::CustomResource',
  properties: 'any',
  create: (request) => ask(request, 'Create'),
  async update(request, existing) {
    const made = await ask(request, 'Update', {
      PhysicalResourceId: existing.ref,
      OldResourceProperties: asText(existing.properties),
    });
    // Another id is another resource, and the former one is deleted.
    if (made.ref !== existing.ref) {
      await ask({ ...request, properties: existing.properties }, 'Delete', { PhysicalResourceId: existing.ref });
    }
    return made;
  },
  async delete(request, { ref }) {
    await ask(request, 'Delete', { PhysicalResourceId: ref });
  },
};

/** Asks the function, which answers by writing to a presigned address. */
async function ask(request: Request, RequestType: string, more: object = {}): Promise<Referable> {
  const { context, properties, stackName, logicalId, call } = request;
  const { ServiceToken } = properties;
  if (!ServiceToken.includes(':lambda:')) {
    throw new Error(`its ServiceToken is ${ServiceToken}; the local cloud hosts functions only`);
  }
  const RequestId = randomUUID();
  const place = { Bucket: `cloudformation-custom-resource-response-${RequestId.slice(0, 8)}`, Key: RequestId };
  await call('s3', 'CreateBucket', { Bucket: place.Bucket });
  try {
    const event = {
      RequestType,
      ServiceToken,
      ResponseURL: presigned(request, place),
      StackId: stackIdOf(context, stackName),
      RequestId,
      LogicalResourceId: logicalId,
      ResourceType: request.type,
      ResourceProperties: asText(properties),
      ...more,
    };
    const invoked = await call<{ FunctionError?: string; Payload: Uint8Array }>('lambda', 'Invoke', {
      FunctionName: ServiceToken,
      Payload: JSON.stringify(event),
    });
    if (invoked.FunctionError) {
      const failure = Buffer.from(invoked.Payload).toString('utf8');
      throw new Error(`${ServiceToken} failed without an answer, for which AWS would wait until its end: ${failure}`);
    }
    const answer = answerSchema.parse(JSON.parse(await answered(request, place)));
    if (answer.Status === 'FAILED')
      throw new Error(`Received response status [FAILED] from custom resource. Message returned: ${answer.Reason}`);
    return { ref: answer.PhysicalResourceId, attributes: answer.Data ?? {} };
  } finally {
    await call('s3', 'DeleteObject', place);
    await call('s3', 'DeleteBucket', { Bucket: place.Bucket });
  }
}

/** A function may leave the answer to something it has started. */
async function answered({ call, properties }: Request, place: object): Promise<string> {
  const seconds = Number(properties.ServiceTimeout ?? 3600);
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50)) {
    try {
      const { Body } = await call<{ Body: Readable }>('s3', 'GetObject', place);
      return await text(Body);
    } catch (error) {
      if ((error as Error).name !== 'NoSuchKey') throw error;
    }
  }
  throw new Error(`CloudFormation did not receive a response from your Custom Resource within ${seconds} seconds`);
}

function presigned({ context }: Request, { Bucket, Key }: { Bucket: string; Key: string }): string {
  return context.presign('s3', 'PUT', `${context.endpoint()}/${Bucket}/${Key}`, 7200);
}

/** Numbers and booleans reach the function as text. */
function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asText(one)]));
  }
  return String(value);
}
