import { ArrowLeft, ArrowRight, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { COLUMNS } from '@contract/limits';
import { columnsTexts } from '../../../texts/columns';
import { STATUS_LABELS } from '../../../lib/text';
import { IconButton } from '../../../ui/IconButton';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/Menu';
import { useMoveColumn } from './useMoveColumn';
import type { ProjectColumn } from './columnCache';
import type { ColumnRequest } from './columnForm';

const texts = columnsTexts.menu;

/** Whether the board shows a column: hidden ones only with tasks, and with a filter not all. */
const isOnBoard = ({ id, status }: ProjectColumn): boolean =>
  document.querySelector(`[data-column="${id}"], [data-column="${status}"]`) !== null;

export interface ColumnMenuProps {
  column: ProjectColumn;
  /** All columns of the board, in order. */
  columns: readonly ProjectColumn[];
  onAsk: (request: ColumnRequest) => void;
}

export const ColumnMenu = ({ column, columns, onAsk }: ColumnMenuProps) => {
  const moveColumn = useMoveColumn();
  const { id, name, status } = column;
  // Moving past a column that is not on the board would have no visible effect.
  const shown = columns.filter((each) => each.id === id || isOnBoard(each));
  const at = shown.findIndex((each) => each.id === id);
  const moveTo = (index: number): void =>
    moveColumn(
      id,
      shown.filter((each) => each.id !== id),
      index,
    );
  const isLast = columns.filter((each) => each.status === status).length === 1;
  return (
    <Menu
      defaultOpen
      align="end"
      className="max-w-72"
      trigger={
        <IconButton label={columnsTexts.options(name)} size="sm">
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<Pencil />} onSelect={() => onAsk({ action: 'edit', column })}>
        {texts.edit}
      </MenuItem>
      <MenuItem
        icon={<Plus />}
        disabled={columns.length >= COLUMNS.max}
        onSelect={() => onAsk({ action: 'add', status, afterId: id })}
      >
        {texts.add}
      </MenuItem>
      <MenuItem icon={<ArrowLeft />} disabled={at === 0} onSelect={() => moveTo(at - 1)}>
        {texts.moveLeft}
      </MenuItem>
      <MenuItem icon={<ArrowRight />} disabled={at === shown.length - 1} onSelect={() => moveTo(at + 1)}>
        {texts.moveRight}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 />} disabled={isLast} onSelect={() => onAsk({ action: 'delete', column })}>
        {texts.delete}
      </MenuItem>
      {isLast && <p className="menu-label">{columnsTexts.delete.last(STATUS_LABELS[status])}</p>}
    </Menu>
  );
};
