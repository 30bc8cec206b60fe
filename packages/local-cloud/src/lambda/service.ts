import type { CloudContext } from '../cloud-context.ts';
import { restJsonProtocol } from '../gateway/rest-json-protocol.ts';
import type { Service } from '../service.ts';
import { EventQueue } from './event-queue.ts';
import { EventSourceMappings } from './event-source-mappings.ts';
import { Functions } from './functions.ts';
import { addPermission } from './operations/add-permission.ts';
import { createEventSourceMapping } from './operations/create-event-source-mapping.ts';
import { createFunction } from './operations/create-function.ts';
import { deleteEventSourceMapping } from './operations/delete-event-source-mapping.ts';
import { deleteFunction } from './operations/delete-function.ts';
import { deleteFunctionConcurrency } from './operations/delete-function-concurrency.ts';
import { deleteFunctionEventInvokeConfig } from './operations/delete-function-event-invoke-config.ts';
import { getEventSourceMapping } from './operations/get-event-source-mapping.ts';
import { getFunction } from './operations/get-function.ts';
import { getFunctionConfiguration } from './operations/get-function-configuration.ts';
import { getFunctionEventInvokeConfig } from './operations/get-function-event-invoke-config.ts';
import { getPolicy } from './operations/get-policy.ts';
import { invoke } from './operations/invoke.ts';
import { listFunctions } from './operations/list-functions.ts';
import { putFunctionConcurrency } from './operations/put-function-concurrency.ts';
import { putFunctionEventInvokeConfig } from './operations/put-function-event-invoke-config.ts';
import { removePermission } from './operations/remove-permission.ts';
import { updateEventSourceMapping } from './operations/update-event-source-mapping.ts';
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
  const mappings = new EventSourceMappings(functions);
  return {
    name: 'lambda',
    protocol: restJsonProtocol(routes),
    operations: {
      AddPermission: addPermission(functions),
      CreateEventSourceMapping: createEventSourceMapping(mappings),
      CreateFunction: createFunction(functions),
      DeleteEventSourceMapping: deleteEventSourceMapping(mappings),
      DeleteFunction: deleteFunction(functions),
      DeleteFunctionConcurrency: deleteFunctionConcurrency(functions),
      DeleteFunctionEventInvokeConfig: deleteFunctionEventInvokeConfig(functions),
      GetEventSourceMapping: getEventSourceMapping(mappings),
      GetFunction: getFunction(functions),
      GetFunctionConfiguration: getFunctionConfiguration(functions),
      GetFunctionEventInvokeConfig: getFunctionEventInvokeConfig(functions),
      GetPolicy: getPolicy(functions),
      Invoke: invoke(functions, events),
      ListFunctions: listFunctions(functions),
      PutFunctionConcurrency: putFunctionConcurrency(functions),
      PutFunctionEventInvokeConfig: putFunctionEventInvokeConfig(functions),
      RemovePermission: removePermission(functions),
      UpdateEventSourceMapping: updateEventSourceMapping(mappings),
      UpdateFunctionCode: updateFunctionCode(functions),
      UpdateFunctionConfiguration: updateFunctionConfiguration(functions),
    },
    async close() {
      events.close();
      await mappings.close();
      await functions.close();
    },
  };
}
