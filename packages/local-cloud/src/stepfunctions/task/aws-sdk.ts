import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { StatesError } from '../engine/states-error.ts';
import type { Tools } from './integration.ts';
import { type SdkService, sdkServices } from './sdk-services.ts';
import { sdkError } from './service-error.ts';
import { asText, capitalized, type Json, renameMembers, toJson, uncapitalized } from './shapes.ts';
import type { TaskRun } from './task.ts';
import { callbackResult } from './waiting.ts';

interface SdkCall extends TaskRun {
  readonly service: string;
  readonly action: string;
  readonly pattern: string;
}

/** `arn:aws:states:::aws-sdk:SERVICE:ACTION`: any operation of a hosted service, by its SDK name. */
export async function runSdkTask(run: SdkCall, { context }: Tools): Promise<unknown> {
  const service = sdkServices[run.service];
  if (!service) throw new Error(`${run.resource} was not refused when its state machine was made`);
  const input = { ...service.defaults[run.action], ...sdkInput(service, (run.arguments ?? {}) as Json) };
  let result: Json;
  try {
    const output = await context.call(service.name, capitalized(run.action), input, run.caller);
    result = sdkOutput(service, await withTextBody(output));
  } catch (error) {
    throw sdkError(service.errors, error);
  }
  return run.pattern === 'token' ? callbackResult(run, result) : result;
}

/** Step Functions writes every member with a capital; the APIs of some services do not. */
function sdkInput(service: SdkService, args: Json): Record<string, Json> {
  const named = service.camelCase ? renameMembers(args, uncapitalized, service.maps) : args;
  if (named === null || typeof named !== 'object' || Array.isArray(named)) {
    throw new StatesError('States.Runtime', 'Arguments must be an object.');
  }
  const entries = Object.entries(named).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (service.jsonMembers.has(name)) return [name, JSON.stringify(value)];
      return [name, service.textMembers.has(name) ? asText(value) : value];
    }),
  );
}

function sdkOutput(service: SdkService, output: unknown): Json {
  const json = toJson(output ?? {}, 'iso');
  return service.camelCase ? renameMembers(json, capitalized, service.maps) : json;
}

/** A streamed body, S3's above all, becomes the text it holds. */
async function withTextBody(output: unknown): Promise<unknown> {
  if (!output || typeof output !== 'object' || !('Body' in output)) return output;
  const { Body } = output;
  return { ...output, Body: Body instanceof Readable ? await buffer(Body) : Body };
}
