import { isIP } from 'node:net';

/** The browsers' push services. A leading dot matches all subdomains. */
const KNOWN = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/** Whether pushes can go to this URL: https only, a known service at its usual port, without credentials. */
export function isPushEndpoint(endpoint: string, more: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, hostname, username, password } = new URL(endpoint);
  // a push service has a name, not an IP address
  if (protocol !== 'https:' || username !== '' || password !== '' || isIP(hostname.replace(/^\[|\]$/g, '')))
    return false;
  if (more.includes(host)) return true;
  return (
    host === hostname &&
    [...KNOWN, ...more].some((name) => (name.startsWith('.') ? host.endsWith(name) : host === name))
  );
}
