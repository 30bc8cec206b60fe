import { forget, play, record } from './play.ts';
import { TOPICS } from './topics.ts';

// node --import tsx packages/local-cloud/test/recorded/dynamodb/main.ts URL [--record]
// Compares a reference (DynamoDB Local, an account) at URL with the recordings, or records it anew.
const [endpoint, flag] = process.argv.slice(2);
if (!endpoint) throw new Error('Which endpoint? main.ts URL [--record]');
for (const topic of Object.keys(TOPICS)) {
  await forget(endpoint);
  if (flag === '--record') {
    console.log(`${topic}: ${await record(endpoint, topic)} recorded`);
    continue;
  }
  const differences = await play(endpoint, topic, true);
  for (const difference of differences) console.log(JSON.stringify(difference));
  console.log(`${topic}: ${differences.length} differ`);
}
