import type { ReactElement } from 'react';
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from 'lucide-react';
import { TASK_STATUSES, type TaskStatus } from '@contract/enums';
import { STATUS_LABELS } from '../lib/text';
import { boardTexts } from '../texts/board';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../ui/Menu';
import { StatusIcon } from '../ui/StatusIcon';
import { isByTime, type BoardColumnData, type BoardColumnTask } from './useBoard';
import type { BoardMoves } from './useBoardMoves';

/** A card's place, and how it can be moved from there without being dragged. */
export interface CardPlace {
  task: BoardColumnTask;
  index: number;
  column: BoardColumnData;
  moves: BoardMoves;
  /** It was moved from its menu. */
  onMoved: (id: string) => void;
}

/** Moving a card by pressing instead of dragging, as far as the column is loaded. */
export const CardMenu = ({ task, index, column, moves, onMoved, trigger }: CardPlace & { trigger: ReactElement }) => {
  const { status, tasks, hasMore } = column;
  const last = tasks.length - 1;
  const toPlace = (place: number): void => {
    moves.toPlace(task, { status, index: place });
    onMoved(task.id);
  };
  const toEnd = (other: TaskStatus): void => {
    moves.toEnd(task, other);
    onMoved(task.id);
  };
  return (
    <Menu defaultOpen align="end" trigger={trigger}>
      <MenuGroup label={boardTexts.card.moveTo}>
        {TASK_STATUSES.filter((other) => other !== status).map((other) => (
          <MenuItem key={other} icon={<StatusIcon status={other} />} onSelect={() => toEnd(other)}>
            {STATUS_LABELS[other]}
          </MenuItem>
        ))}
      </MenuGroup>
      {!isByTime(status) && (
        <>
          <MenuSeparator />
          <MenuItem icon={<ArrowUpToLine />} disabled={index === 0} onSelect={() => toPlace(0)}>
            {boardTexts.card.toTop}
          </MenuItem>
          <MenuItem icon={<ArrowUp />} disabled={index === 0} onSelect={() => toPlace(index - 1)}>
            {boardTexts.card.up}
          </MenuItem>
          <MenuItem icon={<ArrowDown />} disabled={index >= last} onSelect={() => toPlace(index + 1)}>
            {boardTexts.card.down}
          </MenuItem>
          <MenuItem icon={<ArrowDownToLine />} disabled={index === last && !hasMore} onSelect={() => toEnd(status)}>
            {boardTexts.card.toBottom}
          </MenuItem>
        </>
      )}
    </Menu>
  );
};
