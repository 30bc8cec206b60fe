import { expect, it } from 'vitest';
import { consoleAddress } from '../../../cli/connect/console-address.ts';

it.each([
  ['eu-west-1', 'https://eu-west-1.console.aws.amazon.com'],
  ['cn-north-1', 'https://cn-north-1.console.amazonaws.cn'],
  ['us-gov-west-1', 'https://us-gov-west-1.console.amazonaws-us-gov.com'],
  ['eusc-de-east-1', 'https://eusc-de-east-1.console.amazonaws-eusc.eu'],
])('the console of %s is at %s', (region, address) => {
  expect(consoleAddress(region)).toBe(address);
});
