import { expect, it } from 'vitest';
import { addressKey } from './address.js';

it('takes an IPv4 address as it is, however it came', () => {
  expect(addressKey('203.0.113.7')).toBe('203.0.113.7');
  expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

it('takes all addresses of an IPv6 network for one', () => {
  const network = '2001:db8:1:2::/64';
  for (const address of ['2001:db8:1:2::1', '2001:0db8:0001:0002:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::']) {
    expect(addressKey(address)).toBe(network);
  }
  expect(addressKey('2001:db8:1:3::1')).not.toBe(network);
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});

it('counts those without an address together', () => {
  expect(addressKey(undefined)).toBe('unknown');
});
