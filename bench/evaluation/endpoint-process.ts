/** An endpoint in a process of its own that answers at once: `{ "answer": … }`. Says its URL to whoever forked it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"answer":"yes","usage":{"prompt_tokens":12,"completion_tokens":3}}');
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
});
process.on('disconnect', () => process.exit(0));
