import { describe, expect, it } from 'vitest';
import { anthropicBatches } from '../../../core/bulk-jobs/anthropic-batches.ts';
import { entryOutcome } from '../../../core/bulk-jobs/entry-outcome.ts';
import { openaiBatches } from '../../../core/bulk-jobs/openai-batches.ts';

const openai = openaiBatches(new URL('https://api.openai.com/v1/chat/completions'), {}).responseMapping;
const anthropic = anthropicBatches(new URL('https://api.anthropic.com/v1/messages'), {}).responseMapping;

function told(entry: object, mapping: typeof openai, isErrors: boolean) {
  const outcome = entryOutcome(entry, mapping, { isMapped: false, isErrors });
  return outcome.kind === 'failed' ? [outcome.error.name, outcome.error.message] : [outcome.kind];
}

describe('an entry of OpenAI’s files', () => {
  const line = { id: 'batch_req_1', custom_id: 'a' };

  // The codes that its API reference names.
  it.each([
    ['batch_expired', ['JobExpired', expect.stringContaining('time was over')]],
    ['batch_cancelled', ['cancelled']],
    ['request_timeout', ['TargetTimeout', 'request_timeout: It took too long.']],
  ])('with the code %s is what that says', (code, outcome) => {
    const error = { code, message: 'It took too long.' };
    expect(told({ ...line, response: null, error }, openai, true)).toEqual(outcome);
  });

  it('of a request that was refused says why: its error is in the body', () => {
    const error = { message: 'Too long', type: 'invalid_request_error', param: null, code: 'context_length_exceeded' };
    const response = { status_code: 400, request_id: 'r', body: { error } };
    expect(told({ ...line, response, error: null }, openai, true)).toEqual([
      'TargetFailed',
      'invalid_request_error: Too long',
    ]);
  });
});

describe('an entry of Anthropic’s results', () => {
  it.each([
    [{ type: 'succeeded', message: { content: [] } }, ['answered']],
    [
      { type: 'errored', error: { type: 'error', error: { type: 'invalid_request_error', message: 'No such model' } } },
      ['TargetFailed', expect.stringContaining('No such model')],
    ],
    [{ type: 'canceled' }, ['cancelled']],
    [{ type: 'expired' }, ['JobExpired', expect.stringContaining('time was over')]],
  ])('%j', (result, outcome) => {
    expect(told({ custom_id: 'a', result }, anthropic, false)).toEqual(outcome);
  });
});
