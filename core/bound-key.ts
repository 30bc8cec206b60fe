import { isObject, parseJson } from './json.ts';

/** A key with the hosts it may be sent to, as `rollcall secret put` and runs on a laptop keep it in Secrets Manager. */
export interface BoundKey {
  readonly key: string;
  /** As in `endpointSecrets`: `api.openai.com`, `http://127.0.0.1:8183`. */
  readonly hosts: readonly string[];
}

/** Undefined for a secret that somebody else wrote, whatever is in it. */
export function readBoundKey(text: string): BoundKey | undefined {
  const value = parseJson(text);
  if (!isObject(value) || typeof value.key !== 'string' || Object.keys(value).length !== 2) return undefined;
  const { key, hosts } = value;
  return Array.isArray(hosts) && hosts.every((host) => typeof host === 'string') ? { key, hosts } : undefined;
}

/** How the host of an address is written in a binding: over HTTPS its name alone. */
export const hostOf = ({ protocol, host, origin }: URL): string => (protocol === 'https:' ? host : origin);
