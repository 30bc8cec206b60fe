import type { BulkJob, SubmitStep } from '../../../contracts/bulk-job.ts';
import { type EndpointRun, isBulk } from '../../../contracts/caller.ts';
import type { Endpoint } from '../../../contracts/endpoint.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import type { JobState } from '../../../contracts/job-record.ts';
import { ownerOf } from '../../../contracts/tenant.ts';
import { bulkBody } from '../../../core/bulk/bulk-body.ts';
import { fillTemplate } from '../../../core/bulk-jobs/fill-template.ts';
import { formBody } from '../../../core/bulk-jobs/form-body.ts';
import type { Bulk } from '../../../core/bulk-jobs/resolve-bulk.ts';
import { parseJson } from '../../../core/json.ts';
import { evaluateAll } from '../../../core/mapping/evaluate-all.ts';
import { evaluateMapping } from '../../../core/mapping/evaluate-mapping.ts';
import type { Mapping } from '../../../core/mapping/mapping.ts';
import { bulkOf } from '../call-bulk.ts';
import type { SecretPorts } from '../credentials.ts';
import { type Exchange, type Exchanged, exchange } from '../exchange.ts';
import type { RequestBody } from '../request-body.ts';
import type { EndpointResponse } from '../send-request.ts';
import type { JobItem } from './job-store.ts';

/** A look at a job is given up after this; the next one comes. */
const LOOK_MS = 20_000;
/** An answer about a job, not its results. */
const LARGEST_ANSWER_BYTES = 5 * 1024 * 1024;

export interface JobRequest {
  readonly url: string;
  readonly httpMethod: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  readonly deadlineMs?: number;
  readonly take?: Exchange['take'];
}

/** Requests to an API of jobs, all of them to the endpoint's own host. */
export class JobRequests {
  readonly bulk: Bulk;
  readonly job: BulkJob;
  readonly #endpoint: Endpoint;
  readonly #tenant: string;
  readonly #ports: SecretPorts;

  private constructor({ endpoint, evaluationId }: EndpointRun, bulk: Bulk, job: BulkJob, ports: SecretPorts) {
    this.#endpoint = endpoint;
    this.bulk = bulk;
    this.job = job;
    this.#tenant = ownerOf(evaluationId).tenant;
    this.#ports = ports;
  }

  /** Undefined for a run whose rows do not go as jobs. */
  static of(run: EndpointRun, ports: SecretPorts): JobRequests | undefined {
    const bulk = isBulk(run) ? bulkOf(run) : undefined;
    return bulk?.job && new JobRequests(run, bulk, bulk.job, ports);
  }

  /** What templates and expressions see of a job. */
  values({ key, count, saved, startingAt }: JobState): Record<string, unknown> {
    // Clocks differ by some seconds.
    const since = new Date(Date.parse(startingAt) - 60_000).toISOString();
    return { ...saved, key, count, since };
  }

  /** The address; undefined when something in it is not known. */
  url(template: string, values: object): string | undefined {
    const filled = fillTemplate(template, values);
    if (filled === undefined) return undefined;
    const url = new URL(filled, this.#endpoint.url);
    const { origin } = new URL(this.#endpoint.url);
    if (url.origin === origin) return url.href;
    throw new RollcallError(
      'TargetRejected',
      `An address of the job is at ${url.origin}; it must be at ${origin}, because credentials are sent to one host only.`,
    );
  }

  send({ url, httpMethod, headers = {}, body = {}, deadlineMs = LOOK_MS, take }: JobRequest): Promise<Exchanged> {
    const own = Object.entries(this.#endpoint.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
    const endpoint = {
      ...this.#endpoint,
      url,
      method: httpMethod as Endpoint['method'],
      headers: { ...Object.fromEntries(own), ...headers },
    };
    const sent = {
      endpoint,
      tenant: this.#tenant,
      body,
      deadlineMs,
      reserve: async () => {},
      largestAnswerBytes: LARGEST_ANSWER_BYTES,
      take,
    };
    return exchange(sent, this.#ports);
  }

  /** The request of one step of a submission. */
  async stepRequest(
    step: SubmitStep,
    state: JobState,
    items: readonly JobItem[],
    deadlineMs: number,
  ): Promise<JobRequest> {
    const values = this.values(state);
    const url = this.url(step.url, values);
    if (url === undefined) {
      throw new RollcallError(
        'TargetRejected',
        `The address ${step.url} of job.submit names something that is not known.`,
      );
    }
    const { idempotencyHeader } = this.job;
    const headers = { ...step.headers, ...(idempotencyHeader && { [idempotencyHeader]: state.key }) };
    return { url, httpMethod: step.httpMethod, headers, body: await this.#stepBody(step, values, items), deadlineMs };
  }

  async #stepBody(step: SubmitStep, values: object, items: readonly JobItem[]): Promise<RequestBody> {
    if (step.send === 'nothing') return {};
    if (step.send === 'body') return this.jsonBody(step.body ?? 'null', values);
    const written = bulkBody(
      items.map(({ text, sampleId }) => ({ text, sampleId, value: parseJson(text) })),
      this.bulk,
    );
    return step.send === 'file' ? formBody(written, step.file) : written;
  }

  async jsonBody(expression: string, values: object): Promise<RequestBody> {
    return {
      text: JSON.stringify(await evaluateMapping(mappingOf(expression), values)),
      contentType: 'application/json',
    };
  }

  /** The value of an expression; undefined where it has none. */
  async evaluate(expression: string, values: object): Promise<unknown> {
    return (await this.evaluateAll(expression, values))[0];
  }

  /** Its values, however many it has. */
  async evaluateAll(expression: string, values: object): Promise<unknown[]> {
    return evaluateAll(mappingOf(expression), values);
  }
}

const mappingOf = (expression: string): Mapping => ({
  expression,
  field: 'bulkConfig.job',
  maxBytes: LARGEST_ANSWER_BYTES,
});

export const isOk = ({ status }: EndpointResponse): boolean => status >= 200 && status <= 299;

export const bodyOf = ({ body }: EndpointResponse): unknown => parseJson(body);
