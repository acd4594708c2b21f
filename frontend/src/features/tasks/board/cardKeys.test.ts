import { expect, it } from 'vitest';
import { taskFixture } from '../model/task.fixture';
import { cardAtKey } from './cardKeys';
import type { BoardColumnData } from './useBoard';

const column = {
  key: 'TODO',
  tasks: ['a', 'b', 'c'].map((id) => taskFixture({ id })),
} as unknown as BoardColumnData;
const at = (id: string, key: string) => cardAtKey({ board: null, lists: new Map() }, [column], id, key);

it('moves up and down within the column, by letters also with Caps Lock', () => {
  expect(['j', 'J', 'ArrowDown'].map((key) => at('a', key))).toEqual(['b', 'b', 'b']);
  expect(['k', 'K', 'ArrowUp'].map((key) => at('b', key))).toEqual(['a', 'a', 'a']);
  expect([at('a', 'k'), at('c', 'J')]).toEqual([null, null]);
});

it('moves to the ends of the column, and leaves other keys alone', () => {
  expect([at('b', 'Home'), at('b', 'End'), at('b', 'x'), at('b', 'ArrowLeft')]).toEqual(['a', 'c', undefined, null]);
});
