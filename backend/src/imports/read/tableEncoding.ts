import { because } from '../../../contract/importReasons.js';
import { UnreadableFile } from './draft.js';

/** Detects how the text of a table is encoded. Spreadsheets write the encoding of their country unless asked for UTF-8. */

/** Decodes bytes, which can end within a character; null if they are not in this encoding. */
function tryDecoding(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

export const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

/** Fewer characters than these can be signs of any text. */
const FEW = 8;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Detects the encoding of a table from its first bytes. */
export function findEncoding(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  // In UTF-16, half of the bytes of Latin letters are zero.
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  if ((zeros[1] ?? 0) > start.length / 5) return 'utf-16le';
  if ((zeros[0] ?? 0) > start.length / 5) return 'utf-16be';
  return find8BitEncoding(start);
}

/** Detects the encoding of a text that is not in UTF-16, from a part with other bytes than ASCII. Throws for unknown ones. */
export function find8BitEncoding(bytes: Uint8Array): string {
  if (tryDecoding('utf-8', bytes) !== null) return 'utf-8';
  if (isShiftJis(bytes)) return 'shift_jis';
  // Each byte is one character.
  const text = Buffer.from(bytes).toString('latin1');
  // Letters of European words stand beside ASCII letters, and those of other scripts do not.
  const runs = text.match(/[A-Za-z]?[\u0080-\u00ff]+[A-Za-z]?/g) ?? [];
  const isForeign = (run: string): boolean => /^[\u0080-\u00ff]{2,}$/.test(run);
  const foreign = runs.filter(isForeign).length;
  if (foreign <= runs.length / 2) return isPolish(text) ? 'windows-1250' : 'windows-1252';
  if (isGbk(bytes, text)) return 'gbk';
  if (isCyrillic(text)) return 'windows-1251';
  if (countOf(text, /[\u0080-\u00ff]/g) < FEW) return 'windows-1252';
  throw new UnreadableFile(because('unknownEncoding'));
}

/** Japanese text contains kana, whose bytes are rare signs in others. */
function isShiftJis(bytes: Uint8Array): boolean {
  const text = tryDecoding('shift_jis', bytes);
  return text !== null && countOf(text, /[\u3041-\u30ff]/g) > countOf(text, /[^\p{ASCII}]/gu) / 10;
}

/** Polish letters have the places of signs like ³, which no other text has between letters. */
const isPolish = (text: string): boolean =>
  countOf(text, /(?<=[A-Za-z\u00c0-\u00ff])[\u00b3\u00b9\u00bf](?=[A-Za-z\u00c0-\u00ff])/g) >
  countOf(text, /[\u0080-\u00ff]/g) / 50;

/** Simplified Chinese has most pairs of bytes in the range of its usual characters, unlike Korean and traditional Chinese. */
function isGbk(bytes: Uint8Array, text: string): boolean {
  if (tryDecoding('gbk', bytes) === null) return false;
  const pairs = text.match(/[\u0081-\u00fe][\u0040-\u00fe]/g) ?? [];
  const usual = pairs.filter((pair) => /[\u00b0-\u00d7][\u00a1-\u00fe]/.test(pair));
  // Korean has no pairs above these.
  const above = usual.filter((pair) => pair >= '\u00c9');
  return usual.length > pairs.length * 0.6 && above.length > pairs.length * 0.1;
}

/** Cyrillic has capital letters, which Hebrew has not, and many а, whose byte is rare in Greek and Arabic. */
function isCyrillic(text: string): boolean {
  const all = countOf(text, /[\u0080-\u00ff]/g);
  return (
    countOf(text, /[\u00a8\u00b8\u00c0-\u00ff]/g) > all * 0.8 &&
    countOf(text, /\u00e0/g) > all * 0.03 &&
    countOf(text, /[\u00c0-\u00df]/g) > all * 0.02
  );
}
