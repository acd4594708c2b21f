import chardet from 'chardet';

/* Detects how the text of a table is encoded. Spreadsheets write the encoding of their country unless asked for UTF-8. */

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // The bytes can end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

export const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

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

const CENTRAL_EUROPEAN: readonly string[] = ['windows-1250', 'ISO-8859-2'];
const WESTERN: readonly string[] = ['windows-1252', 'ISO-8859-1'];
/** The library takes some tables in Italian for Polish: their confidences are close. */
const CENTRAL_LEAD = 3;

/** Detects the encoding of a text that is not in UTF-16, from a part with other bytes than ASCII. */
export function find8BitEncoding(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return 'utf-8';
  const found = chardet.analyse(bytes);
  const western = found.find(({ name }) => WESTERN.includes(name))?.confidence ?? 0;
  const isLikely = ({ name, confidence }: { name: string; confidence: number }): boolean =>
    !CENTRAL_EUROPEAN.includes(name) || confidence >= western + CENTRAL_LEAD;
  const name = found.find(isLikely)?.name ?? 'windows-1252';
  // Without characters that only Windows has, the library names the ISO relative. Spreadsheets write the Windows encoding.
  return name === 'ISO-8859-2' ? 'windows-1250' : name;
}
