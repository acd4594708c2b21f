import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isTransient } from './databaseErrors.js';

const nowhere = path.join(import.meta.dirname, 'nowhere');

/** An error of the ORM, which wraps the driver's. */
const wrapped = (previous: unknown): Error => Object.assign(new Error('not served'), { previous });

it('a missing socket is a transient database error; a missing file is a defect', async () => {
  const socket = await new Promise((resolve) => connect(nowhere).once('error', resolve));
  const file: unknown = await readFile(nowhere).catch((error: unknown) => error);
  expect([socket, file]).toMatchObject([{ code: 'ENOENT' }, { code: 'ENOENT' }]);
  expect([socket, wrapped(socket)].map(isTransient)).toEqual([true, true]);
  expect([file, wrapped(file)].map(isTransient)).toEqual([false, false]);
});

it('a host without a name or a route is a transient database error', async () => {
  const nameless = await new Promise((resolve) => connect(5432, 'nowhere.invalid').once('error', resolve));
  const unreachable = Object.assign(new Error('connect EHOSTUNREACH 203.0.113.1:5432'), { code: 'EHOSTUNREACH' });
  expect([nameless, wrapped(nameless), unreachable, wrapped(unreachable)].map(isTransient)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

it('a fatal error of a connection pooler is transient; the same code from a statement is a defect', () => {
  const poolerError = (severity: string) => Object.assign(new Error('query_wait_timeout'), { code: '08P01', severity });
  expect([poolerError('FATAL'), wrapped(poolerError('FATAL')), poolerError('ERROR')].map(isTransient)).toEqual([
    true,
    true,
    false,
  ]);
});
