import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** Expands an IPv6 address to its eight groups. */
function expandGroups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

/** Returns the key that rate limits count an address by. It is the /64 for IPv6, because a client can use the whole network. */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%');
  const network = expandGroups(plain).slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Returns the address of a caller behind this many trusted proxies, as Express does for requests other than upgrades. */
export function callerAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  proxies = 0,
): string | undefined {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
    .toReversed();
  return [socket.remoteAddress, ...forwarded][Math.min(proxies, forwarded.length)];
}
