import { describe, expect, it } from 'vitest';
import type { TaskStatus } from '@contract/enums';
import { finalPlacement } from './dropTarget';
import type { BoardColumnData } from './useBoard';

const column = (status: TaskStatus, ids: string[]): BoardColumnData =>
  ({ key: status, status, tasks: ids.map((id) => ({ id })) }) as unknown as BoardColumnData;
const columns = [column('TODO', ['a', 'b']), column('DONE', ['x', 'y', 'z'])];

describe('a position in the column of completed tasks', () => {
  it('is the top for a card from another column, and its own for a card of this column', () => {
    expect(finalPlacement(columns, 'a', { column: 'DONE', index: 2 })).toEqual({ column: 'DONE', index: 0 });
    expect(finalPlacement(columns, 'y', { column: 'DONE', index: 0 })).toEqual({ column: 'DONE', index: 1 });
  });

  it('of any other column is where it is dropped', () => {
    expect(finalPlacement(columns, 'x', { column: 'TODO', index: 1 })).toEqual({ column: 'TODO', index: 1 });
  });
});
