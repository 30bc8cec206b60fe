const PARTITIONS: readonly (readonly [prefix: string, address: (region: string) => string])[] = [
  ['cn-', (region) => `https://${region}.console.amazonaws.cn`],
  ['us-gov-', (region) => `https://${region}.console.amazonaws-us-gov.com`],
  ['eusc-', (region) => `https://${region}.console.amazonaws-eusc.eu`],
];

/** The address of a Region's console. Every AWS partition has its own domain. */
export function consoleAddress(region: string): string {
  const [, address] = PARTITIONS.find(([prefix]) => region.startsWith(prefix)) ?? [];
  return address?.(region) ?? `https://${region}.console.aws.amazon.com`;
}
