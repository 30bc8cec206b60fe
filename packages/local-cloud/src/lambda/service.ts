import type { CloudContext } from '../cloud-context.ts';
import { restJsonProtocol } from '../gateway/rest-json-protocol.ts';
import type { Service } from '../service.ts';
import { EventQueue } from './event-queue.ts';
import { Functions } from './functions.ts';
import { addPermission } from './operations/add-permission.ts';
import { createFunction } from './operations/create-function.ts';
import { deleteFunction } from './operations/delete-function.ts';
import { deleteFunctionConcurrency } from './operations/delete-function-concurrency.ts';
import { deleteFunctionEventInvokeConfig } from './operations/delete-function-event-invoke-config.ts';
import { getFunction } from './operations/get-function.ts';
import { getFunctionConcurrency } from './operations/get-function-concurrency.ts';
import { getFunctionConfiguration } from './operations/get-function-configuration.ts';
import { getFunctionEventInvokeConfig } from './operations/get-function-event-invoke-config.ts';
import { getPolicy } from './operations/get-policy.ts';
import { invoke } from './operations/invoke.ts';
import { listFunctions } from './operations/list-functions.ts';
import { listTags } from './operations/list-tags.ts';
import { putFunctionConcurrency } from './operations/put-function-concurrency.ts';
import { putFunctionEventInvokeConfig } from './operations/put-function-event-invoke-config.ts';
import { removePermission } from './operations/remove-permission.ts';
import { tagResource } from './operations/tag-resource.ts';
import { untagResource } from './operations/untag-resource.ts';
import { updateFunctionCode } from './operations/update-function-code.ts';
import { updateFunctionConfiguration } from './operations/update-function-configuration.ts';
import { routes } from './routes.ts';

export interface LambdaOptions {
  /** Milliseconds before the first and second retry of an asynchronous invocation. */
  readonly retryDelays?: readonly number[];
}

/**
 * AWS Lambda, for Node.js functions. An Invoke's `Payload` is JSON as text or bytes; the answer's is a Buffer.
 * The log lines of functions go out as `lambda:log` events.
 */
export function createLambdaService(context: CloudContext, options: LambdaOptions = {}): Service {
  // Functions run in UTC; a thread takes its time zone from the process.
  process.env.TZ = 'UTC';
  const functions = new Functions(context);
  const events = new EventQueue(functions, options.retryDelays);
  return {
    name: 'lambda',
    protocol: restJsonProtocol(routes),
    operations: {
      AddPermission: addPermission(functions),
      CreateFunction: createFunction(functions),
      DeleteFunction: deleteFunction(functions),
      DeleteFunctionConcurrency: deleteFunctionConcurrency(functions),
      DeleteFunctionEventInvokeConfig: deleteFunctionEventInvokeConfig(functions),
      GetFunction: getFunction(functions),
      GetFunctionConcurrency: getFunctionConcurrency(functions),
      GetFunctionConfiguration: getFunctionConfiguration(functions),
      GetFunctionEventInvokeConfig: getFunctionEventInvokeConfig(functions),
      GetPolicy: getPolicy(functions),
      Invoke: invoke(functions, events),
      ListFunctions: listFunctions(functions),
      ListTags: listTags(functions),
      PutFunctionConcurrency: putFunctionConcurrency(functions),
      PutFunctionEventInvokeConfig: putFunctionEventInvokeConfig(functions),
      RemovePermission: removePermission(functions),
      TagResource: tagResource(functions),
      UntagResource: untagResource(functions),
      UpdateFunctionCode: updateFunctionCode(functions),
      UpdateFunctionConfiguration: updateFunctionConfiguration(functions),
    },
    async close() {
      events.close();
      await functions.close();
    },
  };
}
