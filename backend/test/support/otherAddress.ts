let addresses = 0;

/** The headers of a new network address behind a trusted proxy, so that the limits of one test do not meet those of another. */
export function otherAddress(): Record<string, string> {
  addresses += 1;
  return { 'x-forwarded-for': `198.51.${Math.floor(addresses / 250)}.${addresses % 250}` };
}
