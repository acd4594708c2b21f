import { listAccounts } from './accountList.reads.js';
import type { Resources } from '../request/context.js';

const COLUMNS = [
  ['EMAIL', 'email', 32],
  ['NAME', 'name', 24],
  ['USERNAME', 'username', 16],
  ['CREATED', 'created', 10],
  ['LAST SEEN', 'lastSeen', 10],
  ['STATE', 'state', 13],
  ['TWO-FACTOR', 'twoFactor', 10],
  ['ADMIN', 'isAdmin', 5],
  ['PROJECTS OWNED', 'owns', 14],
] as const;

/** Removes control characters: names are user input and must not control the terminal. */
const formatCell = (text: string, width: number): string => text.replaceAll(/\p{C}/gu, ' ').padEnd(width);

/** Yields the lines of a table, page by page. Long values shift the rest of their line. */
export async function* formatTable<Field extends string>(
  columns: readonly (readonly [title: string, field: Field, width: number])[],
  pages: AsyncIterable<readonly Readonly<Record<Field, string>>[]>,
): AsyncGenerator<{ lines: string[]; count: number }> {
  const formatLine = (cells: readonly (readonly [text: string, width: number])[]): string =>
    cells
      .map(([text, width]) => formatCell(text, width))
      .join('  ')
      .trimEnd();
  yield { lines: [formatLine(columns.map(([title, , width]) => [title, width]))], count: 0 };
  for await (const page of pages) {
    yield {
      lines: page.map((row) => formatLine(columns.map(([, field, width]) => [row[field], width]))),
      count: page.length,
    };
  }
}

/** Yields the lines of a table of all accounts. */
export const accountTable = (resources: Pick<Resources, 'orm'>) => formatTable(COLUMNS, listAccounts(resources));
