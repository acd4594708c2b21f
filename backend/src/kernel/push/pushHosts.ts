import { BlockList, isIP } from 'node:net';

/** The push services of the browsers there are. A name that begins with a dot stands for all below it. */
const KNOWN = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/** May pushes go to this address? Only by https, to a known service, at its usual port, without a name or password. */
export function isPushEndpoint(endpoint: string, more: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, hostname, username, password } = new URL(endpoint);
  // a push service has a name
  if (protocol !== 'https:' || username !== '' || password !== '' || isIP(hostname.replace(/^\[|\]$/g, '')))
    return false;
  if (more.includes(host)) return true;
  return (
    host === hostname &&
    [...KNOWN, ...more].some((name) => (name.startsWith('.') ? host.endsWith(name) : host === name))
  );
}

/** Addresses of this machine, of networks that are nobody else's, and of nobody (IANA's special-purpose registries). */
const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv6');
}

/** Is this an address that no push service has? What is no address at all counts as one. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
