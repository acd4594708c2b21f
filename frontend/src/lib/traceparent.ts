const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the header that starts a trace (W3C Trace Context); undefined unless the server traces, as the page says. */
export const traceparent = (): { traceparent: string } | undefined =>
  document.querySelector('meta[name="traces"][content="on"]')
    ? { traceparent: `00-${hex(16)}-${hex(8)}-01` }
    : undefined;
