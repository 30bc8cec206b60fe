import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Sockets that connect to "no address" arrive at this machine. */
const unspecified = new BlockList();
unspecified.addSubnet('0.0.0.0', 8, 'ipv4');
unspecified.addAddress('::', 'ipv6');

/** Also where IPv6 carries it, as `::ffff:127.0.0.1`. */
const holds = (list: BlockList, address: string): boolean => {
  const bare = address.replace(/%.*$/, '');
  return list.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
};

export const isLoopbackAddress = (address: string): boolean => holds(loopback, address);

/** @param own those of the machine's network interfaces */
export function isThisMachine(address: string, own: readonly string[]): boolean {
  const named = new BlockList();
  for (const one of own) named.addAddress(one.replace(/%.*$/, ''), isIPv6(one) ? 'ipv6' : 'ipv4');
  return holds(loopback, address) || holds(unspecified, address) || holds(named, address);
}
