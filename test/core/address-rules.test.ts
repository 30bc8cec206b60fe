import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMetadataAddress, isPublicAddress } from '../../core/address-rules.ts';

describe('an address', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '169.254.170.2',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    'fc00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['169.254.169.254', '169.254.170.2', 'fe80::1', 'fd00:ec2::254', '::ffff:169.254.169.254', '168.63.129.16'])(
    '%s is a metadata service’s',
    (address) => {
      expect(isMetadataAddress(address)).toBe(true);
    },
  );

  it.each(['10.0.0.1', '127.0.0.1', '::1', 'fd12::1', '192.0.2.1', 'localhost'])('%s is none of them', (address) => {
    expect(isMetadataAddress(address)).toBe(false);
  });

  it('is judged the same as IPv4 and mapped into IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address));
      }),
    );
  });
});
