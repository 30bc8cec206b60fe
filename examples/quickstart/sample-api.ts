import { startEndpoint } from './endpoint.ts';

/** `npm run sample-api`: the API that the README's eval.yaml calls. */
const { url } = await startEndpoint(4600);
console.log(`Sample API: POST ${url}. Press Ctrl-C to stop.`);
