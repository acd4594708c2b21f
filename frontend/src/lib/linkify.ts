export interface LinkPart {
  text: string;
  /** The target of an address. */
  href?: string;
  /** The start of the part. */
  at: number;
}

// An address ends at white space, at quotes, and at invisible characters, which could disguise it. Chinese and Japanese
// have no spaces: there it can follow a letter, and ends at the punctuation of these languages.
const ADDRESS = /(?<![a-z\d])https?:\/\/[^\s\p{C}<>"'`{}|\\^«»“”‘’、。〈-】！-／：；？]+/giu;
const PUNCTUATION = '.,;:!?…*_~';

/** The number of closing brackets without an opening one. */
const excess = (text: string, open: string, close: string): number =>
  text.split(close).length - text.split(open).length;

/** The address without the punctuation or bracket that follows it. */
const trim = (text: string): string => {
  const left: Record<string, number> = { ')': excess(text, '(', ')'), ']': excess(text, '[', ']') };
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text.charAt(end - 1);
    if ((left[last] ?? 0) > 0) left[last] = (left[last] ?? 0) - 1;
    else if (!PUNCTUATION.includes(last)) break;
  }
  return text.slice(0, end);
};

/** Whether this address leads where it seems to. 'https://bank.example@evil.example' does not. */
const isSafe = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
};

export const hasLinks = (text: string): boolean => linkify(text).some(({ href }) => href !== undefined);

/** Splits a text into addresses and the text between them. Only http and https are addresses. */
export const linkify = (text: string): readonly LinkPart[] => {
  const parts: LinkPart[] = [];
  let end = 0;
  for (const { index, 0: match } of text.matchAll(ADDRESS)) {
    const href = trim(match);
    if (!isSafe(href)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), at: end });
    parts.push({ text: href, href, at: index });
    end = index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end });
  return parts;
};
