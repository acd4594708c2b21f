import { type ListedAccount, listAccounts } from './accountList.reads.js';
import type { Resources } from '../kernel/context.js';

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

/** One cell: names are typed by people, so nothing in them may control a terminal. */
const cell = (text: string, width: number): string => text.replaceAll(/\p{C}/gu, ' ').padEnd(width);

/** Yields the lines of a table of all accounts, as they are read. Long values push the rest of their line to the right. */
export async function* accountTable(
  resources: Pick<Resources, 'orm'>,
): AsyncGenerator<{ lines: string[]; accounts: number }> {
  yield {
    lines: [
      COLUMNS.map(([title, , width]) => cell(title, width))
        .join('  ')
        .trimEnd(),
    ],
    accounts: 0,
  };
  for await (const page of listAccounts(resources)) {
    const lines = page.map((account) => COLUMNS.map(([, field, width]) => cell(account[field], width)).join('  '));
    yield { lines: lines.map((line) => line.trimEnd()), accounts: page.length };
  }
}
