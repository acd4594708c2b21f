import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isPassing } from './databaseErrors.js';

const nowhere = path.join(import.meta.dirname, 'nowhere');

/** As the ORM has it: what the driver said lies below. */
const below = (previous: unknown): Error => Object.assign(new Error('not served'), { previous });

it('a socket that is missing means that the database is away; a file that is missing is a defect', async () => {
  const socket = await new Promise((resolve) => connect(nowhere).once('error', resolve));
  const file: unknown = await readFile(nowhere).catch((error: unknown) => error);
  expect([socket, file]).toMatchObject([{ code: 'ENOENT' }, { code: 'ENOENT' }]);
  expect([socket, below(socket)].map(isPassing)).toEqual([true, true]);
  expect([file, below(file)].map(isPassing)).toEqual([false, false]);
});

it('what a pooler says of itself is passing; the same code of a statement is a defect', () => {
  const said = (severity: string) => Object.assign(new Error('query_wait_timeout'), { code: '08P01', severity });
  expect([said('FATAL'), below(said('FATAL')), said('ERROR')].map(isPassing)).toEqual([true, true, false]);
});
