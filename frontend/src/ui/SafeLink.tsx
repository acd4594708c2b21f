import type { ReactNode } from 'react';

const PROTOCOLS = ['http:', 'https:', 'mailto:'];

/** Returns the address if it is safe to follow: a page or a mailbox that leads where it seems to; otherwise null. */
export const safeHref = (address: string): string | null => {
  if (!URL.canParse(address)) return null;
  const { protocol, username, password, hostname } = new URL(address);
  // 'https://bank.example@evil.example' does not.
  const isPlain = username === '' && password === '' && (protocol === 'mailto:' || hostname !== '');
  return PROTOCOLS.includes(protocol) && isPlain ? address : null;
};

export const textLinkClass =
  'rounded-xs text-accent-ink underline decoration-accent-line underline-offset-2 wrap-anywhere hover:decoration-current';

/** A link in a person's text. */
export const SafeLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="nofollow noopener noreferrer" className={textLinkClass}>
    {children}
  </a>
);
