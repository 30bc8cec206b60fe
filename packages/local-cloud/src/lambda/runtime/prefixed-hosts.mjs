import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

/**
 * AWS's SDKs call StartSyncExecution at `sync-` and the endpoint's host. Where the endpoint is the local cloud's, nothing has
 * that name: it is the local cloud too.
 */
export function reachPrefixedHosts(endpoint) {
  if (!endpoint) return;
  const { hostname } = new URL(endpoint);
  const { lookup } = dns;
  dns.lookup = (name, ...rest) => lookup(name === `sync-${hostname}` ? hostname : name, ...rest);
  syncBuiltinESMExports();
}
