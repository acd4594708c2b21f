import { expect, it } from 'vitest';
import { writeStored } from '../../../lib/storage';
import { knownColumns, rememberColumns } from './knownColumns';

const columns = [{ id: 'a', status: 'TODO' as const }];

it('remembers the columns of the twenty boards that were opened last', () => {
  writeStored('board-columns', null);
  for (let at = 0; at < 21; at += 1) rememberColumns(`p${at}`, columns);
  expect(knownColumns('p20')).toEqual(columns);
  expect(knownColumns('p1')).toEqual(columns);
  expect(knownColumns('p0')).toBeNull();
});

it('removes the stored columns of a board that has the default ones again', () => {
  rememberColumns('p', columns);
  rememberColumns('p', null);
  expect(knownColumns('p')).toBeNull();
});

it.each([
  '{',
  '{}',
  '[1]',
  '[["p",{}]]',
  '[["p",[{"id":1,"status":"TODO"}]]]',
  '[["p",[{"id":"a","status":"LATER"}]]]',
])('takes no notice of %s, which another version may have stored', (stored) => {
  writeStored('board-columns', stored);
  expect(knownColumns('p')).toBeNull();
  rememberColumns('p', columns);
  expect(knownColumns('p')).toEqual(columns);
});
