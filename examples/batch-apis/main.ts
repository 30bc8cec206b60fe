import { parseArgs } from 'node:util';
import { startBatchApis } from './batch-apis.ts';

/** `npm run batch-apis -- --seconds 20 --failed 33 --missing 100 --port 8182` */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8182' },
    seconds: { type: 'string', default: '20' },
    failed: { type: 'string', default: '0' },
    missing: { type: 'string', default: '0' },
    expires: { type: 'string' },
    shuffled: { type: 'boolean', default: true },
    lose: { type: 'string', default: '0' },
  },
});

const { url } = await startBatchApis({
  port: Number(values.port),
  takesMs: Number(values.seconds) * 1_000,
  loseAnswers: Number(values.lose),
  faults: {
    everyFailed: Number(values.failed),
    everyMissing: Number(values.missing),
    shuffled: values.shuffled,
    ...(values.expires !== undefined && { expiresAt: Number(values.expires) }),
  },
});
console.log(
  `Jobs take ${values.seconds} s: ${url}/v1/messages, ${url}/v1/chat/completions, ${url}/services/data/v62.0/sobjects/Account`,
);
