import { AwsError } from '../../src/aws-error.ts';
import { jsonProtocol } from '../../src/gateway/json-protocol.ts';
import type { Operation, Service } from '../../src/service.ts';

interface Invocation {
  readonly FunctionName: string;
  readonly InvocationType: string;
  readonly event: unknown;
}

/** Stands in for Lambda where only what arrives matters: keeps each invocation, and the policy a function has. */
export function recordingLambda() {
  const invocations: Invocation[] = [];
  const policies = new Map<string, string>();
  const failures: Error[] = [];
  const operation = <Input>(run: (input: Input) => unknown): Operation<Input> => ({
    permissions: () => [],
    run: async (input) => run(input),
  });
  const service: Service = {
    name: 'lambda',
    protocol: jsonProtocol('1.1'),
    operations: {
      GetPolicy: operation<{ FunctionName: string }>(({ FunctionName }) => {
        const Policy = policies.get(FunctionName);
        if (!Policy) throw new AwsError('ResourceNotFoundException', 'The resource you requested does not exist.', 404);
        return { Policy };
      }),
      Invoke: operation<{ FunctionName: string; InvocationType: string; Payload: string }>(
        ({ FunctionName, InvocationType, Payload }) => {
          const failure = failures.shift();
          if (failure) throw failure;
          invocations.push({ FunctionName, InvocationType, event: JSON.parse(Payload) });
          return { StatusCode: 202 };
        },
      ),
    },
  };
  return { service, invocations, policies, failures };
}
