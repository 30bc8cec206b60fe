import { parseArgs } from 'node:util';
import { BULK_FAULTS, type BulkFault } from './bulk-answer.ts';
import { HEADER_FAMILIES, type HeaderFamily } from './limit-headers.ts';
import { startLimitedApi } from './limited-api.ts';

/** `npm run limited-api -- --limit 100 --window 60 --headers ietf --fault shuffled --port 8181` */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8181' },
    limit: { type: 'string', default: '100' },
    window: { type: 'string', default: '60' },
    tokens: { type: 'string' },
    latency: { type: 'string', default: '50' },
    headers: { type: 'string', default: 'x-ratelimit' },
    fault: { type: 'string', default: 'none' },
  },
});

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found) return found;
  console.error(`--${name} is ${value}; it must be one of ${allowed.join(', ')}.`);
  process.exit(2);
}

const { url } = await startLimitedApi({
  port: Number(values.port),
  limit: Number(values.limit),
  windowMs: Number(values.window) * 1_000,
  ...(values.tokens && { tokens: Number(values.tokens) }),
  latencyMs: Number(values.latency),
  headers: oneOf<HeaderFamily>('headers', values.headers, HEADER_FAMILIES),
  bulkFault: oneOf<BulkFault>('fault', values.fault, BULK_FAULTS),
});
console.log(`${values.limit} calls in ${values.window} s: POST ${url}/items, POST ${url}/bulk, GET ${url}/stats`);
