import { expect, it } from 'vitest';
import { addressKey, callerAddress } from './address.js';

it('addressKey keeps an IPv4 address, also one mapped to IPv6', () => {
  expect(addressKey('203.0.113.7')).toBe('203.0.113.7');
  expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

it('addressKey maps an IPv6 address to its /64 network', () => {
  const network = '2001:db8:1:2::/64';
  for (const address of ['2001:db8:1:2::1', '2001:0db8:0001:0002:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::']) {
    expect(addressKey(address)).toBe(network);
  }
  expect(addressKey('2001:db8:1:3::1')).not.toBe(network);
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});

it('addressKey maps a missing address to "unknown"', () => {
  expect(addressKey(undefined)).toBe('unknown');
});

it('callerAddress trusts as many proxies as there are, and no forged address', () => {
  const from = (forwarded?: string) =>
    ({ socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': forwarded } }) as never;
  expect(callerAddress(from('203.0.113.7'))).toBe('10.0.0.1');
  expect(callerAddress(from(), 1)).toBe('10.0.0.1');
  expect(callerAddress(from('198.51.100.1, 203.0.113.7'), 1)).toBe('203.0.113.7');
  expect(callerAddress(from('198.51.100.1, 203.0.113.7'), 2)).toBe('198.51.100.1');
  expect(callerAddress(from('203.0.113.7'), 5)).toBe('203.0.113.7');
});
