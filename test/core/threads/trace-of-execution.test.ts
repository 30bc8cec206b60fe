import { describe, expect, it } from 'vitest';
import { mappedThread } from '../../../core/threads/mapped-thread.ts';
import { isTraced, traceOfExecution } from '../../../core/threads/trace-of-execution.ts';

const ARN = 'arn:aws:states:us-east-1:123456789012:execution:agent:one';
const execution = (more: object = {}) => ({
  executionArn: ARN,
  name: 'one',
  status: 'SUCCEEDED',
  startDate: Date.parse('2026-01-01T10:00:00Z'),
  stopDate: Date.parse('2026-01-01T10:00:02Z'),
  input: '{"question":"Hi","conversation_id":7}',
  output: '{"output":"Hello!","usage":{"input_tokens":3,"output_tokens":2}}',
  ...more,
});

describe('a finished execution of an agent', () => {
  it('is a trace with its answer and usage, and a turn of the conversation its input names', () => {
    expect(traceOfExecution(execution())).toEqual({
      trace_id: ARN,
      thread_id: '7',
      started_at: '2026-01-01T10:00:00.000Z',
      input: { question: 'Hi', conversation_id: 7 },
      output: 'Hello!',
      metadata: { status: 'SUCCEEDED' },
      tokens: { prompt: 3, completion: 2, total: 5 },
      latency: 2000,
    });
  });

  it.each([
    ['{"thread_id":"a","session_id":"b"}', '{}', 'a'],
    ['{"metadata":{"session_id":"b"}}', '{}', 'b'],
    ['"Hi"', '{"thread_id":"c"}', 'c'],
    ['"Hi"', '"Hello"', undefined],
  ])('with input %s and output %s belongs to %s', (input, output, thread) => {
    expect(traceOfExecution(execution({ input, output })).thread_id).toBe(thread);
  });

  it.each([
    ['{"output":"Hi","cost_usd":-1,"usage":{"input_tokens":1e400,"output_tokens":2}}', '{"thread_id":"a\\u0000b"}'],
    [
      '{"output":"Hi","cost_usd":1e300,"usage":{"input_tokens":1e19,"output_tokens":2}}',
      `{"thread_id":"${'あ'.repeat(200)}"}`,
    ],
  ])('is traced without numbers and names that cannot be: %s', (output, input) => {
    const { cost, tokens, thread_id } = traceOfExecution(execution({ input, output }));
    expect({ cost, tokens, thread_id }).toEqual({ cost: undefined, tokens: { completion: 2 }, thread_id: undefined });
  });

  it('belongs to the conversation that a mapping finds', async () => {
    const given = execution({ input: '{"chat":{"room":7},"thread_id":"no"}' });
    expect(await mappedThread('"room/" & input.chat.room', given)).toBe('room/7');
    expect(await mappedThread('input.nothing', given)).toBeUndefined();
    expect(await mappedThread(undefined, given)).toBeUndefined();
    expect(traceOfExecution(given, 'room/7').thread_id).toBe('room/7');
    await expect(mappedThread('$error("no")', given)).rejects.toThrow('traceThreadId');
  });

  it('that failed has no output and says why', () => {
    const failed = { status: 'FAILED', output: null, error: 'Boom', cause: 'it broke' };
    const trace = traceOfExecution(execution(failed));
    expect(trace).not.toHaveProperty('output', expect.anything());
    expect(trace.error).toBe('FAILED: Boom: it broke');
  });

  it.each([
    ['agent', 'chat-1', true],
    ['agent', 'rc-0123-1-1', false],
    ['rollcall-evaluation', 'run-1', false],
    ['agent/Steps', '9f2c', false],
  ])('of %s named %s is traced: %s', (machine, name, isAgents) => {
    const executionArn = `arn:aws:states:us-east-1:123456789012:execution:${machine}:${name}`;
    expect(isTraced({ executionArn, name }, ['rollcall-evaluation'])).toBe(isAgents);
  });
});
