import type { ReactElement } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { TASK_STATUSES, type TaskStatus } from '@contract/enums';
import { STATUS_LABELS } from '../lib/text';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../ui/Menu';
import { StatusIcon } from '../ui/StatusIcon';

/** Where a card can go without being dragged. */
export interface CardMoves {
  status: TaskStatus;
  toStatus: (status: TaskStatus) => void;
  /** Absent at the column's ends. */
  up?: () => void;
  down?: () => void;
}

/** Moving a card by pressing instead of dragging. */
export const CardMenu = ({ moves, trigger }: { moves: CardMoves; trigger: ReactElement }) => (
  <Menu defaultOpen align="end" trigger={trigger}>
    <MenuGroup label="Move to">
      {TASK_STATUSES.filter((status) => status !== moves.status).map((status) => (
        <MenuItem key={status} icon={<StatusIcon status={status} />} onSelect={() => moves.toStatus(status)}>
          {STATUS_LABELS[status]}
        </MenuItem>
      ))}
    </MenuGroup>
    <MenuSeparator />
    <MenuItem icon={<ArrowUp />} disabled={!moves.up} onSelect={() => moves.up?.()}>
      Move up
    </MenuItem>
    <MenuItem icon={<ArrowDown />} disabled={!moves.down} onSelect={() => moves.down?.()}>
      Move down
    </MenuItem>
  </Menu>
);
