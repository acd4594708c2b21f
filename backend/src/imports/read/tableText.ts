import { importReason } from '../../../contract/importReasons.js';
import { UnreadableFile } from './draft.js';
import { find8BitEncoding, findEncoding, isAscii } from './tableEncoding.js';

/** Whether a text has so many control characters that it is a picture, a PDF or another binary file. Tables have a few. */
function isBinary(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- counts control characters
  const controls = text.match(/[\u0000-\u0008\u000e-\u001f]/gu)?.length ?? 0;
  return controls > 8 && controls > text.length / 100;
}

/** The first bytes of a zip, which an Excel file is since 2007, and of an older Excel file. */
const NO_TABLES = ['PK\u0003', '\u00d0\u00cf\u0011\u00e0'];

const SAMPLE = 64 * 1024;

/** Yields the text of a file, whatever its encoding. */
export async function* decodeTable(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let start = new Uint8Array(0);
  // Most encodings differ only in the bytes that are not ASCII, which can come late.
  let isUndecided = false;
  const begin = (): string => {
    if (NO_TABLES.some((magic) => Buffer.from(start).toString('latin1', 0, magic.length) === magic))
      throw new UnreadableFile(importReason('notATable'));
    const encoding = findEncoding(start);
    isUndecided = encoding === 'utf-8' && isAscii(start);
    decoder = new TextDecoder(encoding);
    const text = decoder.decode(start, { stream: true });
    if (isBinary(text)) throw new UnreadableFile(importReason('badTable'));
    return text;
  };
  for await (const part of parts) {
    if (decoder) {
      if (isUndecided && !isAscii(part)) {
        isUndecided = false;
        decoder = new TextDecoder(find8BitEncoding(part));
      }
      yield decoder.decode(part, { stream: true });
      continue;
    }
    start = Buffer.concat([start, part]);
    if (start.length >= SAMPLE) yield begin();
  }
  if (!decoder) yield begin();
  yield decoder?.decode() ?? '';
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Finds the delimiter: the one named by the first line, like Excel’s `sep=;`, or the most frequent in the header. */
export function findDelimiter(sample: string): string {
  const first = /^sep=(.)\r?\n/.exec(sample)?.[1];
  if (first !== undefined) return first;
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  // Checks only the header, because texts below it can contain any delimiter. Empty lines can precede it.
  const fromHeader = sample.slice(0, SAMPLE).replace(/^\s*[\r\n]+/, '');
  for (const letter of fromHeader) {
    if (letter === '"') quoted = !quoted;
    else if ((letter === '\n' || letter === '\r') && !quoted) break;
    else if (!quoted && counts.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return DELIMITERS.toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))[0] ?? ',';
}
