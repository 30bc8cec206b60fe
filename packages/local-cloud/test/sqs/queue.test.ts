import { afterEach, expect, it, vi } from 'vitest';
import { Queue } from '../../src/sqs/queue.ts';

const journal = { sent() {}, delivered() {}, deleted() {} };

afterEach(() => void vi.useRealTimers());

it('has whoever waits take a message at once that became visible since they looked', async () => {
  vi.useFakeTimers();
  const queue = new Queue({ name: 'q', attributes: {}, tags: {}, createdAt: 0, modifiedAt: 0 }, journal);
  queue.send({ id: '1', body: 'a', attributes: {}, senderId: 's', sentAt: Date.now() }, 1);
  vi.advanceTimersByTime(999);
  expect(queue.take(1, 30)).toEqual([]);
  // The millisecond between the look and the wait.
  vi.advanceTimersByTime(1);
  const changed = vi.fn();
  void queue.changed(20_000).then(changed);
  await vi.advanceTimersByTimeAsync(1);
  expect(changed).toHaveBeenCalled();
  expect(queue.take(1, 30)).toMatchObject([{ id: '1' }]);
});
