import { askTrino } from './ask-trino.ts';
import { isEqual, record, recordingsOf, TOPICS } from './recordings.ts';

// node --import tsx packages/local-cloud/test/recorded/athena/main.ts URL [--record | --record-new]
// Compares a Trino server at URL with the recordings, or records it anew. To add a case, append {"sql": "…"} and record what
// is new.
const [server, flag] = process.argv.slice(2);
if (!server) throw new Error('Which server? main.ts URL [--record | --record-new]');
const ask = (sql: string) => askTrino(server, sql);
for (const topic of TOPICS) {
  if (flag?.startsWith('--record')) {
    console.log(`${topic}: ${await record(topic, ask, { onlyNew: flag === '--record-new' })} recorded`);
    continue;
  }
  let differ = 0;
  for (const { sql, answer } of await recordingsOf(topic)) {
    const found = await ask(sql);
    if (isEqual(found, answer)) continue;
    differ += 1;
    console.log(JSON.stringify({ sql, recorded: answer, found }));
  }
  console.log(`${topic}: ${differ} differ`);
}
