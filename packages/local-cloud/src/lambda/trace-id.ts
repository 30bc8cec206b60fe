import { randomUUID } from 'node:crypto';

/** The caller's trace goes on when it sent one. X-Ray is not hosted, so nothing is ever sampled. */
export function traceId(header: string | undefined): string {
  const root = /Root=(1-[0-9a-f]{8}-[0-9a-f]{24})/.exec(header ?? '')?.[1];
  const random = randomUUID().replaceAll('-', '');
  const time = Math.floor(Date.now() / 1000).toString(16);
  return `Root=${root ?? `1-${time}-${random.slice(0, 24)}`};Parent=${random.slice(-16)};Sampled=0`;
}
