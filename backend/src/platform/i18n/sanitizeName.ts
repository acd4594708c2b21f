/** Characters that mail clients turn into links or cannot show: schemes, domains, line breaks, bidi controls. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;
const SCHEME = /:\/+/g;
const DOMAIN = /([.\u3002\uff0e\uff61])(?=\p{L})/gu;

/** Makes a user-chosen name safe for a mail to a stranger: one line without links. */
export const sanitizeName = (name: string): string =>
  name.replace(BREAKS, ' ').replace(SCHEME, ': ').replace(DOMAIN, '$1 ').replace(/\s+/g, ' ').trim();
