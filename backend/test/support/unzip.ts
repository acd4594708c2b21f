import { crc32, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/**
 * Reads the files of a zip by name (PKWARE APPNOTE): from the end record through the central directory. Verifies all
 * lengths and checksums.
 */
export function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== END || end + 22 !== zip.length) throw new Error('no end of a zip');
  const [count, length, start] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)];
  if (start + length !== end) throw new Error('the directory does not end where the end begins');
  let at = start;
  for (let n = 0; n < count; n += 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('no entry');
    const [method, sum] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16)];
    const [packed, plain] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const [named, extra, comment] = [at + 28, at + 30, at + 32].map((place) => zip.readUInt16LE(place)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + named);
    if (zip.readUInt32LE(local) !== LOCAL || ![0, 8].includes(method))
      throw new Error(`${name} is not where it should be`);
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const stored = zip.subarray(data, data + packed);
    const text = method === 0 ? stored : inflateRawSync(stored);
    if (text.length !== plain || crc32(text) !== sum) throw new Error(`${name} is damaged`);
    files.set(name, text.toString('utf8'));
    at += 46 + named + extra + comment;
  }
  if (at !== end) throw new Error('the directory has more than it says');
  return files;
}

/** Parses CSV strictly by RFC 4180. */
export function readCsv(text: string): string[][] {
  const table: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`no cell: ${text.slice(at, at + 80)}`);
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ',') continue;
    table.push(row);
    row = [];
  }
  return table;
}
