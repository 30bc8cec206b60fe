import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Addresses that are not the public internet: all blocks of IANA's special-purpose registries that are not globally
 * reachable, and multicast.
 */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, with the metadata services of EC2 and ECS
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments; two anycast addresses of it are reachable, and serve no HTTP
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
  ['2001::', 23], // protocol assignments, with Teredo, benchmarks and ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which carries an IPv4 address
  ['3fff::', 20], // documentation
] as const;

const notPublic = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(network, prefix, 'ipv6');

const unicastV6 = new BlockList();
unicastV6.addSubnet('2000::', 3, 'ipv6');

/** Addresses that stand for the IPv4 address in their last 32 bits: mapped, compatible, and NAT64. */
const standsForV4 = new BlockList();
standsForV4.addSubnet('::ffff:0:0', 96, 'ipv6');
standsForV4.addSubnet('::', 96, 'ipv6');
standsForV4.addSubnet('64:ff9b::', 96, 'ipv6');

/** Where clouds hand out credentials to what runs in them: link-local addresses, and the fixed ones of AWS, Azure and others. */
const metadata = new BlockList();
metadata.addSubnet('169.254.0.0', 16, 'ipv4');
metadata.addSubnet('fe80::', 10, 'ipv6');
metadata.addSubnet('fd00:ec2::', 32, 'ipv6');
metadata.addAddress('168.63.129.16', 'ipv4'); // Azure
metadata.addAddress('100.100.100.200', 'ipv4'); // Alibaba
metadata.addAddress('192.0.0.192', 'ipv4'); // Oracle
metadata.addAddress('fd00:c1::a9fe:a9fe', 'ipv6'); // Oracle
metadata.addAddress('fd00:42::42', 'ipv6'); // Scaleway
metadata.addAddress('fd20:ce::254', 'ipv6'); // Google

/** Whether an address may be a metadata service: no configuration allows it. */
export function isMetadataAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  if (isIPv4(bare)) return metadata.check(bare, 'ipv4');
  if (!isIPv6(bare)) return false;
  return metadata.check(bare, 'ipv6') || carriedV4(bare).some((v4) => metadata.check(v4, 'ipv4'));
}

/** Whether an address, as a socket would connect to it, is on the public internet. What cannot be read is not. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  if (isIPv4(bare)) return !notPublic.check(bare, 'ipv4');
  if (!isIPv6(bare)) return false;
  if (standsForV4.check(bare, 'ipv6')) return isPublicAddress(v4At(bytesOf(bare), LAST));
  return unicastV6.check(bare, 'ipv6') && !notPublic.check(bare, 'ipv6');
}

/** Where the four bytes of an IPv4 address are in an IPv6 one. */
type Place = readonly [number, number, number, number];
const LAST: Place = [12, 13, 14, 15];
/** NAT64 with a prefix of one's own: 48, 56, 64 or 96 bits. Byte 8 is never used (RFC 6052). */
const OWN_NAT64: readonly Place[] = [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], LAST];

/** IPv4 addresses that a packet to this address may end at, by whatever translates or tunnels it on its way. */
function carriedV4(address: string): string[] {
  const bytes = bytesOf(address);
  const begins = (...start: number[]) => start.every((byte, index) => bytes[index] === byte);
  if (begins(0x20, 0x02)) return [v4At(bytes, [2, 3, 4, 5])]; // 6to4
  if (begins(0x20, 0x01, 0, 0)) {
    // Teredo: a relay, and the client with all bits turned.
    return [
      v4At(bytes, [4, 5, 6, 7]),
      v4At(
        bytes.map((byte) => byte ^ 0xff),
        LAST,
      ),
    ];
  }
  if (begins(0, 0x64, 0xff, 0x9b, 0, 1)) return OWN_NAT64.map((place) => v4At(bytes, place));
  const isIsatap = bytes[10] === 0x5e && bytes[11] === 0xfe;
  const isTranslated = begins(0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0);
  return isIsatap || isTranslated || standsForV4.check(address, 'ipv6') ? [v4At(bytes, LAST)] : [];
}

const v4At = (bytes: readonly number[], place: Place): string => place.map((at) => bytes[at]).join('.');

/** The 16 bytes of an IPv6 address. */
function bytesOf(address: string): number[] {
  // The URL parser writes it in its shortest form, hexadecimal throughout.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [groups(before), groups(after ?? '')];
  const zeros = new Array<number>(8 - first.length - last.length).fill(0);
  return [...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 255]);
}
