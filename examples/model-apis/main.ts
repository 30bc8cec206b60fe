import { parseArgs } from 'node:util';
import { startModelApis } from './model-apis.ts';

/** `npm run model-apis -- --port 8183 --key sk-test` */
const { values } = parseArgs({ options: { port: { type: 'string', default: '8183' }, key: { type: 'string' } } });

const { url } = await startModelApis({ port: Number(values.port), key: values.key });
console.log(`Models answer at ${url}/v1 (OpenAI, Anthropic) and ${url} (Bedrock).`);
