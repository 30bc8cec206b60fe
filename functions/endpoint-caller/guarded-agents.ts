import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { RollcallError } from '../../contracts/errors.ts';
import { isMetadataAddress, isPublicAddress } from '../../core/address-rules.ts';

/** A connection that was idle this long may be gone without our knowing: a frozen environment hears no goodbye. */
const LONGEST_IDLE_MS = 2_000;

interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  lastUsed: number;
}

const pools = new Map<boolean, Agents>();

/** Connections are kept between rows; those that may reach private addresses apart from those that may not. */
export function agentFor(url: URL, allowPrivateAddresses: boolean): HttpAgent | HttpsAgent {
  let pool = pools.get(allowPrivateAddresses);
  // Only connections that nobody uses: other rows may be waiting for their answers.
  if (pool && Date.now() - pool.lastUsed > LONGEST_IDLE_MS) closeIdle(pool);
  if (!pool) {
    const lookup = allowPrivateAddresses
      ? lookupBut(isMetadataAddress)
      : lookupBut((address) => !isPublicAddress(address));
    const options: AgentOptions = { keepAlive: true, lookup };
    pool = { http: new HttpAgent(options), https: new HttpsAgent(options), lastUsed: 0 };
    pools.set(allowPrivateAddresses, pool);
  }
  pool.lastUsed = Date.now();
  return url.protocol === 'https:' ? pool.https : pool.http;
}

function closeIdle({ http, https }: Agents): void {
  for (const { freeSockets } of [http, https]) {
    for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
  }
}

function refused(host: string, address: string) {
  const named = host === address ? host : `${host} is ${address}, which`;
  return new RollcallError(
    'AddressRefused',
    isMetadataAddress(address)
      ? `${named} is where clouds keep the credentials of what runs in them. It is never called.`
      : `${named} is not on the public internet.`,
  );
}

/** An address written into the URL is never looked up. The URL parser has already undone spellings such as 0x7f.1. */
export function refuseLiteral(url: URL, allowPrivateAddresses: boolean): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isIP(host)) return;
  if (isMetadataAddress(host) || !(allowPrivateAddresses || isPublicAddress(host))) throw refused(url.hostname, host);
}

/**
 * Looks a name up for the socket that is about to connect, and hands on allowed addresses only. What is checked is what is
 * connected to, so a name that changes its address in between gains nothing.
 */
const lookupBut =
  (isRefused: (address: string) => boolean): LookupFunction =>
  (hostname: string, options: LookupOptions, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '', 0);
      const allowed = found.filter(({ address }) => !isRefused(address));
      const first = allowed[0];
      if (!first) return callback(refused(hostname, found[0]?.address ?? 'without an address'), '', 0);
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };
