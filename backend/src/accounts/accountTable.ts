import { type ListedAccount, listAccounts } from './accountList.reads.js';
import type { Resources } from '../request/context.js';

const COLUMNS: readonly (readonly [title: string, field: keyof ListedAccount, width: number])[] = [
  ['EMAIL', 'email', 32],
  ['NAME', 'name', 24],
  ['USERNAME', 'username', 16],
  ['CREATED', 'created', 10],
  ['LAST SEEN', 'lastSeen', 10],
  ['STATE', 'state', 13],
  ['TWO-FACTOR', 'twoFactor', 10],
  ['PROJECTS OWNED', 'owns', 14],
];

/** Removes control characters: names are user input and must not control the terminal. */
const formatCell = (text: string, width: number): string => text.replaceAll(/\p{C}/gu, ' ').padEnd(width);

/** Yields the lines of a table of all accounts. Long values shift the rest of their line. */
export async function* accountTable(
  resources: Pick<Resources, 'orm'>,
): AsyncGenerator<{ lines: string[]; accounts: number }> {
  yield {
    lines: [
      COLUMNS.map(([title, , width]) => formatCell(title, width))
        .join('  ')
        .trimEnd(),
    ],
    accounts: 0,
  };
  for await (const page of listAccounts(resources)) {
    const lines = page.map((account) =>
      COLUMNS.map(([, field, width]) => formatCell(account[field], width)).join('  '),
    );
    yield { lines: lines.map((line) => line.trimEnd()), accounts: page.length };
  }
}
