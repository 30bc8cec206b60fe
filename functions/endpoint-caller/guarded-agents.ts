import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { RollcallError } from '../../contracts/errors.ts';
import { isMetadataAddress, isPublicAddress } from '../../core/address-rules.ts';
import { isLoopbackAddress, isThisMachine } from '../../core/this-machine.ts';

/** A connection that was idle this long may be gone without our knowing: a frozen environment hears no goodbye. */
const LONGEST_IDLE_MS = 2_000;

interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  lastUsed: number;
}

const pools = new Map<string, Agents>();

/** Why an address is not called; undefined where it may be. */
type Refusal = 'metadata' | 'own' | 'private' | undefined;

/** What holds for all addresses that a URL may lead to: its port decides whether this machine may be one of them. */
function refusalOf(url: URL, allowPrivateAddresses: boolean): (address: string) => Refusal {
  const ownPort = isOwnPort(url);
  const allowLoopback = process.env.ALLOW_LOOPBACK === 'true';
  return (address) => {
    if (isMetadataAddress(address)) return 'metadata';
    if (ownPort && isThisMachine(address, ownAddresses())) return 'own';
    if (allowPrivateAddresses || isPublicAddress(address)) return undefined;
    return allowLoopback && isLoopbackAddress(address) ? undefined : 'private';
  };
}

/** Ports of this machine where the installation's own APIs listen, if they do: whoever hosts the function says so. */
const isOwnPort = (url: URL): boolean => (process.env.OWN_PORTS ?? '').split(',').includes(portOf(url));

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((found = []) => found.map(({ address }) => address));

/** Connections are kept between rows; those that were made by other rules apart. */
export function agentFor(url: URL, allowPrivateAddresses: boolean): HttpAgent | HttpsAgent {
  const rules = `${allowPrivateAddresses} ${isOwnPort(url)} ${process.env.ALLOW_LOOPBACK}`;
  let pool = pools.get(rules);
  // Only connections that nobody uses: other rows may be waiting for their answers.
  if (pool && Date.now() - pool.lastUsed > LONGEST_IDLE_MS) closeIdle(pool);
  if (!pool) {
    const options: AgentOptions = { keepAlive: true, lookup: lookupBut(refusalOf(url, allowPrivateAddresses)) };
    pool = { http: new HttpAgent(options), https: new HttpsAgent(options), lastUsed: 0 };
    pools.set(rules, pool);
  }
  pool.lastUsed = Date.now();
  return url.protocol === 'https:' ? pool.https : pool.http;
}

function closeIdle({ http, https }: Agents): void {
  for (const { freeSockets } of [http, https]) {
    for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
  }
}

const REFUSALS: Readonly<Record<NonNullable<Refusal>, string>> = {
  metadata: 'is where clouds keep the credentials of what runs in them. It is never called.',
  own: 'is, at this port, where Rollcall’s own APIs listen. They are never called.',
  private: 'is not on the public internet.',
};

function refused(host: string, address: string, refusal: Refusal) {
  const named = host === address ? host : `${host} is ${address}, which`;
  return new RollcallError('AddressRefused', `${named} ${REFUSALS[refusal ?? 'private']}`);
}

/** An address written into the URL is never looked up. The URL parser has already undone spellings such as 0x7f.1. */
export function refuseLiteral(url: URL, allowPrivateAddresses: boolean): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isIP(host)) return;
  const refusal = refusalOf(url, allowPrivateAddresses)(host);
  if (refusal) throw refused(url.hostname, host, refusal);
}

/**
 * Looks a name up for the socket that is about to connect, and hands on allowed addresses only. What is checked is what is
 * connected to, so a name that changes its address in between gains nothing.
 */
const lookupBut =
  (refusal: (address: string) => Refusal): LookupFunction =>
  (hostname: string, options: LookupOptions, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '', 0);
      const allowed = found.filter(({ address }) => !refusal(address));
      const first = allowed[0];
      if (!first) {
        const address = found[0]?.address ?? 'without an address';
        return callback(refused(hostname, address, refusal(address)), '', 0);
      }
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };
