import type { PlaceAct } from '../model/quickMenu';
import { isByTime, type ColumnHead } from './boardQuery';
import { type BoardColumnData } from './useBoard';
import type { BoardMoves } from './useBoardMoves';

/** Moving a card by pressing instead of dragging, as far as its column is loaded. */
export const placeActs = (
  id: string,
  heads: readonly ColumnHead[],
  columns: readonly BoardColumnData[],
  moves: BoardMoves,
  onMoved: (id: string) => void,
): readonly PlaceAct[] => {
  const column = columns.find(({ tasks }) => tasks.some((task) => task.id === id));
  const index = column?.tasks.findIndex((task) => task.id === id) ?? -1;
  const task = column?.tasks[index];
  if (!column || !task) return [];
  const { key, status, tasks, hasMore } = column;
  const last = tasks.length - 1;
  const toPlace = (place: number) => (): void => {
    moves.toPlace(task, { column: key, index: place });
    onMoved(id);
  };
  const toEnd = (other: ColumnHead) => (): void => {
    moves.toEnd(task, other);
    onMoved(id);
  };
  const toColumns = heads.filter((other) => other.key !== key).map((to) => ({ to, run: toEnd(to) }));
  if (isByTime(status)) return toColumns;
  return [
    ...toColumns,
    { to: 'top', disabled: index === 0, run: toPlace(0) },
    { to: 'up', disabled: index === 0, run: toPlace(index - 1) },
    { to: 'down', disabled: index >= last, run: toPlace(index + 1) },
    { to: 'bottom', disabled: index === last && !hasMore, run: toEnd(column) },
  ];
};
