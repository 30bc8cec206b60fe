import type { BulkRun, EndpointRun } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { ownerOf } from '../../contracts/tenant.ts';
import { type BulkItem, bulkBody, itemProblem } from '../../core/bulk/bulk-body.ts';
import { itemResult } from '../../core/bulk/item-result.ts';
import { type Matched, matchItems } from '../../core/bulk/match-items.ts';
import { readItems } from '../../core/bulk/read-items.ts';
import { spreadUsage } from '../../core/bulk/spread-usage.ts';
import { type Bulk, resolveBulk } from '../../core/bulk-jobs/resolve-bulk.ts';
import { defined } from '../../core/defined.ts';
import { asText, parseJson } from '../../core/json.ts';
import { betterUsage, findUsage, type Usage } from '../../core/normalize/find-usage.ts';
import { normalizeEndpointAnswer } from '../../core/normalize/normalize-endpoint-answer.ts';
import { callDeadlineMs } from '../caller/call-deadline.ts';
import type { BulkCall, BulkOutcome, Outcome, RowOfRun } from '../caller/target.ts';
import { logger } from '../shared/powertools.ts';
import type { SecretPorts } from './credentials.ts';
import { exchange, limitsIn, refusalOf, turnedAwayBy } from './exchange.ts';
import { finishEndpointAnswer } from './finish-endpoint-answer.ts';
import { jsonBody } from './request-body.ts';
import type { EndpointResponse } from './send-request.ts';

/** The answer to a bulk call may hold this much. */
const LARGEST_ANSWER_BYTES = 20 * 1024 * 1024;
/** Of an answer that cannot be read, so much is kept with each row. */
const KEPT_CHARACTERS = 2_000;

/** What a row sends as its part of a bulk call: the mapping's value, or its input to the letter. */
export async function bulkItem(event: RowOfRun<EndpointRun>, bulk: Bulk): Promise<BulkItem> {
  const text = await jsonBody(event);
  const item = { sampleId: event.row.sample_id, text, value: parseJson(text) };
  const problem = itemProblem(item, bulk);
  if (problem) throw new RollcallError('MappingFailed', problem);
  return item;
}

/** What the run's bulk configuration comes to, with all defaults. */
export const bulkOf = ({ bulkConfig, endpoint }: BulkRun): Bulk => resolveBulk(bulkConfig, endpoint.url);

/** Sends many rows in one call, and finds the answer of each in what comes back. */
export async function callBulk(call: BulkCall, items: readonly BulkItem[], ports: SecretPorts): Promise<BulkOutcome> {
  const { run, reserve } = call;
  const bulk = bulkOf(run);
  const endpoint = {
    ...run.endpoint,
    url: new URL(bulk.endpoint ?? '', run.endpoint.url).href,
    method: bulk.httpMethod,
  };
  const deadlineMs = callDeadlineMs(call, bulk.timeoutSeconds);
  const { tenant } = ownerOf(run.evaluationId);
  const sent = {
    endpoint,
    tenant,
    body: bulkBody(items, bulk),
    deadlineMs,
    reserve,
    largestAnswerBytes: LARGEST_ANSWER_BYTES,
  };
  const exchanged = await exchange(sent, ports);
  const { latencyMs } = exchanged;
  if ('error' in exchanged) {
    const { error, isSent, isTurnedAway } = exchanged;
    const answer = { latencyMs };
    return { kind: 'failed', error: isSent ? unknownOutcome(error.message) : error, isTurnedAway, answer };
  }
  const { response } = exchanged;
  const limits = limitsIn(response);
  if (response.status < 200 || response.status > 299) return { ...refused(response, latencyMs), limits };
  return { kind: 'answered', outcomes: await read(run, items, response, latencyMs), limits };
}

const unknownOutcome = (message: string): RollcallError =>
  new RollcallError('OutcomeUnknown', `The bulk call was made, and what became of its items is not known. ${message}`);

/** 4xx: nothing was done. A call that comes too fast is made again; of anything else nobody knows what it did. */
function refused(response: EndpointResponse, latencyMs: number): Exclude<BulkOutcome, { kind: 'answered' }> {
  const { status, body } = response;
  const { error } = refusalOf(response);
  const answer = { latencyMs, fullResponseBody: body.slice(0, KEPT_CHARACTERS) };
  const turnedAway = turnedAwayBy(response);
  if (turnedAway.isTurnedAway) return { kind: 'failed', error, answer, ...turnedAway };
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'rejected', error, answer };
  return { kind: 'failed', error: unknownOutcome(error.message), answer };
}

async function read(
  run: BulkRun,
  items: readonly BulkItem[],
  response: EndpointResponse,
  latencyMs: number,
): Promise<Outcome[]> {
  const { responseMapping, wrapperKey } = bulkOf(run);
  const { itemsPath } = responseMapping;
  const { body, headers } = response;
  const contentType = headers['content-type'] ?? '';
  const found = readItems({ text: body, contentType }, { itemsPath, wrapperKey, sent: items.length });
  if (!found) {
    const where = itemsPath === undefined ? 'no list of items' : `no list at ${itemsPath}`;
    const error = new RollcallError(
      'AnswerUnreadable',
      `The bulk answer (${contentType || 'without a content type'}) has ${where}; what became of the ${items.length} items is not known. Check bulkConfig.responseMapping.`,
    );
    const answer = { latencyMs, fullResponseBody: body.slice(0, KEPT_CHARACTERS) };
    return items.map(() => ({ kind: 'failed', error, answer }));
  }
  const { matched, unknown } = matchItems(items, found.items, responseMapping);
  const doubled = matched.filter((one) => one.kind === 'found' && one.more > 0).length;
  if (unknown > 0 || doubled > 0) {
    logger.warn('A bulk answer has entries too many', { evaluationId: run.evaluationId, unknown, doubled });
  }
  const usage = spreadUsage(findUsage(found.whole), items.length);
  return Promise.all(matched.map((one, index) => outcomeOf(run, one, usage[index] ?? {}, { response, latencyMs })));
}

async function outcomeOf(
  run: BulkRun,
  matched: Matched,
  usage: Usage,
  { response, latencyMs }: { readonly response: EndpointResponse; readonly latencyMs: number },
): Promise<Outcome> {
  if (matched.kind === 'missing') {
    return {
      kind: 'failed',
      error: new RollcallError('AnswerMissing', matched.message),
      answer: { latencyMs, ...usage },
    };
  }
  const { item, more } = matched;
  const { output, failure } = itemResult(item, bulkOf(run).responseMapping, run.outputMapping !== undefined);
  // What an entry says of its own usage goes before its share of the whole call's.
  const own = defined(normalizeEndpointAnswer(output));
  const answer = { actualOutput: '', ...own, ...betterUsage(usage, own), latencyMs, fullResponseBody: asText(item) };
  const notes =
    more > 0 ? { notes: [`The bulk answer has ${more + 1} entries for this item; the first one stands.`] } : {};
  if (failure !== undefined) {
    return { kind: 'failed', error: new RollcallError('TargetFailed', failure), answer, ...notes };
  }
  const { status, headers } = response;
  return { ...(await finishEndpointAnswer(run, answer, { status, headers, body: output })), ...notes };
}
