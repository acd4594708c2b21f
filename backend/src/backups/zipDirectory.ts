import type { FileHandle } from 'node:fs/promises';
import { BackupError } from '../platform/lib/backupError.js';

/** The position of a file within the ZIP. */
export interface ZipEntry {
  name: string;
  start: number;
  compressed: number;
  size: number;
  crc32: number;
}

/** Record signatures and lengths of PKWARE's APPNOTE 6.3, for the ZIP64 form that we write. */
const END = { mark: 0x06054b50, bytes: 22 };
const LOCATOR = { mark: 0x07064b50, bytes: 20 };
const END64 = { mark: 0x06064b50, bytes: 56 };
const ENTRY = { mark: 0x02014b50, bytes: 46 };
const LOCAL = { mark: 0x04034b50, bytes: 30 };
const DESCRIPTOR = { mark: 0x08074b50, bytes: 24 };
const DEFLATE = 8;
const ZIP64_FIELD = 0x0001;
/** A backup has one file per table, so its directory is small. */
const DIRECTORY_MAX = 1024 * 1024;

const incomplete = (why: string): BackupError =>
  new BackupError(`this is not a complete backup of Cairn (${why}): it is truncated, damaged, or another kind of file`);

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  if (position < 0) throw incomplete('too short');
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead !== length) throw incomplete('too short');
  return buffer;
}

function expect(buffer: Buffer, at: number, { mark, bytes }: { mark: number; bytes: number }, what: string): void {
  if (at + bytes > buffer.length || buffer.readUInt32LE(at) !== mark) throw incomplete(`no ${what}`);
}

const number64 = (buffer: Buffer, at: number): number => {
  const value = buffer.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw incomplete('a length makes no sense');
  return Number(value);
};

/** Reads an entry's 64-bit sizes and its position. */
function readZip64(extra: Buffer): { size: number; compressed: number; start: number } {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_FIELD || extra.readUInt16LE(at + 2) < 24 || at + 28 > extra.length) continue;
    return {
      size: number64(extra, at + 4),
      compressed: number64(extra, at + 12),
      start: number64(extra, at + 20),
    };
  }
  throw incomplete('a file without its size');
}

/** Finds where an entry's bytes begin by its local header, and checks the checksum behind them. */
async function locate(file: FileHandle, entry: ZipEntry): Promise<{ entry: ZipEntry; end: number }> {
  const head = await read(file, entry.start, LOCAL.bytes);
  expect(head, 0, LOCAL, 'header of a file');
  const [nameLength, extraLength] = [head.readUInt16LE(26), head.readUInt16LE(28)];
  const name = await read(file, entry.start + LOCAL.bytes, nameLength);
  if (name.toString() !== entry.name) throw incomplete('a file with two names');
  const start = entry.start + LOCAL.bytes + nameLength + extraLength;
  const tail = await read(file, start + entry.compressed, DESCRIPTOR.bytes);
  expect(tail, 0, DESCRIPTOR, 'checksum of a file');
  const same =
    tail.readUInt32LE(4) === entry.crc32 && number64(tail, 8) === entry.compressed && number64(tail, 16) === entry.size;
  if (!same) throw incomplete('a file with two checksums');
  return { entry: { ...entry, start }, end: start + entry.compressed + DESCRIPTOR.bytes };
}

/**
 * Reads the files of a ZIP from its end. Accepts only the form that we write: DEFLATE, ZIP64, and nothing before, between or
 * behind the files.
 */
export async function readDirectory(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat();
  const tailBytes = END64.bytes + LOCATOR.bytes + END.bytes;
  const tail = await read(file, size - tailBytes, tailBytes);
  expect(tail, 0, END64, 'directory');
  expect(tail, END64.bytes, LOCATOR, 'directory');
  expect(tail, END64.bytes + LOCATOR.bytes, END, 'end');
  const [count, length, start] = [number64(tail, 32), number64(tail, 40), number64(tail, 48)];
  if (length > DIRECTORY_MAX || start + length !== size - tailBytes)
    throw incomplete('the directory is not where it should be');
  const directory = await read(file, start, length);
  const entries: ZipEntry[] = [];
  let [at, expected] = [0, 0];
  while (entries.length < count) {
    expect(directory, at, ENTRY, 'entry');
    const [nameLength, extraLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)];
    const next = at + ENTRY.bytes + nameLength + extraLength + directory.readUInt16LE(at + 32);
    if (next > directory.length || directory.readUInt16LE(at + 10) !== DEFLATE)
      throw incomplete('an entry makes no sense');
    const name = directory.subarray(at + ENTRY.bytes, at + ENTRY.bytes + nameLength).toString();
    const extra = directory.subarray(at + ENTRY.bytes + nameLength, at + ENTRY.bytes + nameLength + extraLength);
    const found = { name, crc32: directory.readUInt32LE(at + 16), ...readZip64(extra) };
    if (found.start !== expected || entries.some((entry) => entry.name === name)) throw incomplete('files overlap');
    const { entry, end } = await locate(file, found);
    entries.push(entry);
    [at, expected] = [next, end];
  }
  if (at !== directory.length || expected !== start) throw incomplete('there is more than the directory says');
  return entries;
}
