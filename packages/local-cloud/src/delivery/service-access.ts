import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import { requestContext } from '../iam/access-request.ts';
import { evaluate } from '../iam/evaluate.ts';
import { parsePolicy } from '../iam/policy-document.ts';
import { PermanentFailure } from './deliveries.ts';

/** What the loaded templates say about their resources. */
export interface TemplatePolicies {
  isServiceAllowed(service: string, action: string, resource: string, sourceArn: string): boolean;
  /** Whether a loaded template made this resource. */
  defines(resource: string): boolean;
}

export interface ServiceRequest {
  /** `sns.amazonaws.com`, `events.amazonaws.com` */
  readonly service: string;
  readonly action: string;
  readonly resource: string;
  /** The topic or rule that the service acts for. */
  readonly sourceArn: string;
}

/**
 * A service may use a function, queue or topic only if the resource's own policy lets it. A resource that a client
 * made through the API and gave no policy at all is used nevertheless, and the log says so once.
 */
export class ServiceAccess {
  readonly #context: CloudContext;
  readonly #templates: TemplatePolicies | undefined;
  readonly #told = new Set<string>();

  constructor(context: CloudContext, templates: TemplatePolicies | undefined) {
    this.#context = context;
    this.#templates = templates;
  }

  async check(request: ServiceRequest): Promise<void> {
    const { service, action, resource, sourceArn } = request;
    if (this.#templates?.isServiceAllowed(service, action, resource, sourceArn)) return;
    const policy = await this.#policyOf(resource);
    if (policy !== undefined && this.#allows(policy, request)) return;
    if (policy === undefined && !this.#templates?.defines(resource)) {
      this.#tellOnce(`${resource} has no policy that lets ${service} use it; AWS would refuse ${action}.`);
      return;
    }
    throw new PermanentFailure(
      `${service} is not authorized to perform: ${action} on resource: ${resource} for ${sourceArn}; its resource policy must allow it`,
    );
  }

  #allows(policy: string, { service, action, resource, sourceArn }: ServiceRequest): boolean {
    const decision = evaluate(parsePolicy(policy, 'resource'), {
      principal: { type: 'service', service },
      action,
      resource,
      context: requestContext({
        'aws:SourceArn': sourceArn,
        'aws:SourceAccount': this.#context.accountId,
        'aws:SecureTransport': 'true',
        'aws:PrincipalIsAWSService': 'true',
      }),
    });
    return decision === 'allowed';
  }

  /** The policy that was set through the resource's own API. */
  async #policyOf(resource: string): Promise<string | undefined> {
    const [, , service] = resource.split(':');
    const { administrator } = this.#context;
    const attributes = async (name: string, operation: string, input: object) => {
      const answer = await this.#context.call<{ Attributes?: { Policy?: string } }>(
        name,
        operation,
        input,
        administrator,
      );
      return answer.Attributes?.Policy;
    };
    if (service === 'sqs') {
      return attributes('sqs', 'GetQueueAttributes', { QueueUrl: queueUrl(resource), AttributeNames: ['Policy'] });
    }
    if (service === 'sns') return attributes('sns', 'GetTopicAttributes', { TopicArn: resource });
    try {
      const input = { FunctionName: resource };
      return (await this.#context.call<{ Policy?: string }>('lambda', 'GetPolicy', input, administrator)).Policy;
    } catch (error) {
      // GetPolicy answers so for a function without a policy; Invoke will say if there is no function.
      if (error instanceof AwsError && error.code === 'ResourceNotFoundException') return undefined;
      throw error;
    }
  }

  #tellOnce(line: string): void {
    if (this.#told.has(line)) return;
    this.#told.add(line);
    this.#context.log(line);
  }
}

/** SQS takes URLs; only their end counts here. */
export const queueUrl = (queueArn: string): string => {
  const [, , , , account, name] = queueArn.split(':');
  return `http://127.0.0.1/${account}/${name}`;
};
