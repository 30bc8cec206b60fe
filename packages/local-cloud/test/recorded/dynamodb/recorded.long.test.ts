import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamoDbService } from '../../../src/dynamodb/service.ts';
import { createTestCloud, type TestCloud } from '../../support/create-test-cloud.ts';
import { forget, play, recordingsOf } from './play.ts';
import { TOPICS } from './topics.ts';

let cloud: TestCloud;

beforeAll(async () => {
  cloud = await createTestCloud((context) => [createDynamoDbService(context)]);
});
afterAll(() => cloud.remove());

describe('DynamoDB answers as the reference did', () => {
  for (const topic of Object.keys(TOPICS)) {
    it(`about ${topic}`, async () => {
      await forget(cloud.endpoint);
      expect(await play(cloud.endpoint, topic, false)).toEqual([]);
    });
  }

  it('in at least 1,500 requests, each recorded case still being one that is asked', async () => {
    let count = 0;
    for (const [topic, cases] of Object.entries(TOPICS)) {
      const recorded = await recordingsOf(topic);
      const asked = cases().map(({ operation, request }) => JSON.stringify({ operation, request }));
      expect(recorded.map(({ operation, request }) => JSON.stringify({ operation, request }))).toEqual(asked);
      count += recorded.length;
    }
    expect(count).toBeGreaterThanOrEqual(1500);
  });
});
