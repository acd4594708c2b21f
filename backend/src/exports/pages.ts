import type { ArchiveFile } from './archive.js';

/** Rows per statement, which bounds the memory. */
export const PAGE = 200;

/** Reads a whole list by keyset: each page starts after the last row of the one before. */
export async function* pagesOf<Row>(read: (after: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let after: Row | null = null;
  do {
    const rows: Row[] = await read(after);
    if (rows.length > 0) yield rows;
    after = rows.length < PAGE ? null : (rows.at(-1) ?? null);
  } while (after !== null);
}

/** Returns a file with a JSON list, one row per line. */
export const jsonList = (name: string, pages: () => AsyncIterable<readonly unknown[]>): ArchiveFile => ({
  name,
  text: async function* () {
    let lead = '[\n';
    for await (const rows of pages()) {
      yield `${lead}${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
      lead = ',\n';
    }
    yield lead === '[\n' ? '[]\n' : '\n]\n';
  },
});

export const jsonObject = (name: string, read: () => Promise<object>): ArchiveFile => ({
  name,
  text: async function* () {
    yield `${JSON.stringify(await read(), null, 2)}\n`;
  },
});
