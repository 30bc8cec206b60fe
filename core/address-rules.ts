import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Addresses that are not the public internet, after IANA's special-purpose registries. */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, with the metadata services of EC2 and ECS
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, with broadcast
] as const;

/** Parts of 2000::/3, the only unicast space of IPv6, that are special all the same. */
const NOT_PUBLIC_V6 = [
  ['2001::', 23], // protocol assignments, with Teredo
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which carries an IPv4 address
  ['3fff::', 20], // documentation
] as const;

const notPublic = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(network, prefix, 'ipv6');

const unicastV6 = new BlockList();
unicastV6.addSubnet('2000::', 3, 'ipv6');

/** Addresses that carry an IPv4 address in their last 32 bits: mapped, compatible, and NAT64. */
const carriesV4 = new BlockList();
carriesV4.addSubnet('::ffff:0:0', 96, 'ipv6');
carriesV4.addSubnet('::', 96, 'ipv6');
carriesV4.addSubnet('64:ff9b::', 96, 'ipv6');

/** Where clouds hand out credentials to what runs in them: link-local addresses, and the fixed ones of AWS, Azure and others. */
const metadata = new BlockList();
metadata.addSubnet('169.254.0.0', 16, 'ipv4');
metadata.addSubnet('fe80::', 10, 'ipv6');
metadata.addSubnet('fd00:ec2::', 32, 'ipv6');
metadata.addAddress('168.63.129.16', 'ipv4');
metadata.addAddress('100.100.100.200', 'ipv4');
metadata.addAddress('fd20:ce::254', 'ipv6');

/** Whether an address may be a metadata service: no configuration allows it. */
export function isMetadataAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  if (isIPv4(bare)) return metadata.check(bare, 'ipv4');
  if (!isIPv6(bare)) return false;
  return carriesV4.check(bare, 'ipv6') ? isMetadataAddress(lastV4(bare)) : metadata.check(bare, 'ipv6');
}

/** Whether an address, as a socket would connect to it, is on the public internet. What cannot be read is not. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  if (isIPv4(bare)) return !notPublic.check(bare, 'ipv4');
  if (!isIPv6(bare)) return false;
  if (carriesV4.check(bare, 'ipv6')) return isPublicAddress(lastV4(bare));
  return unicastV6.check(bare, 'ipv6') && !notPublic.check(bare, 'ipv6');
}

/** The IPv4 address in the last 32 bits. */
function lastV4(address: string): string {
  const dotted = /(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (dotted) return dotted;
  // The URL parser writes an IPv6 address in its shortest form, hexadecimal throughout.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':');
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
