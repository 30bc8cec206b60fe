import type { CloudContext } from '../cloud-context.ts';
import { restJsonProtocol } from '../gateway/rest-json-protocol.ts';
import type { Service } from '../service.ts';
import { EventQueue } from './event-queue.ts';
import { EventSourceMappings } from './event-source-mappings.ts';
import { Functions } from './functions.ts';
import { deleteFunctionConcurrency, putFunctionConcurrency } from './operations/concurrency.ts';
import {
  deleteFunctionEventInvokeConfig,
  getFunctionEventInvokeConfig,
  putFunctionEventInvokeConfig,
} from './operations/event-invoke-config.ts';
import {
  createEventSourceMapping,
  deleteEventSourceMapping,
  getEventSourceMapping,
  updateEventSourceMapping,
} from './operations/event-source-mappings.ts';
import {
  createFunction,
  deleteFunction,
  getFunction,
  getFunctionConfiguration,
  listFunctions,
  updateFunctionCode,
  updateFunctionConfiguration,
} from './operations/functions.ts';
import { invoke } from './operations/invoke.ts';
import { addPermission, getPolicy, removePermission } from './operations/permissions.ts';
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
