const PARTITIONS: readonly (readonly [prefix: string, address: (region: string) => string])[] = [
  ['cn-', (region) => `https://${region}.console.amazonaws.cn`],
  ['us-gov-', (region) => `https://${region}.console.amazonaws-us-gov.com`],
  ['eusc-', (region) => `https://${region}.console.amazonaws-eusc.eu`],
];

/** Where the web console of a region is: each partition of AWS has a domain of its own. */
export function consoleAddress(region: string): string {
  const [, address] = PARTITIONS.find(([prefix]) => region.startsWith(prefix)) ?? [];
  return address?.(region) ?? `https://${region}.console.aws.amazon.com`;
}
