import type { ReactElement } from 'react';
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from 'lucide-react';
import { TASK_STATUSES, type TaskStatus } from '@contract/enums';
import { STATUS_LABELS } from '../lib/text';
import { boardTexts } from '../texts/board';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../ui/Menu';
import { StatusIcon } from '../ui/StatusIcon';

/** Where a card can go without being dragged. */
export interface CardMoves {
  status: TaskStatus;
  isFirst: boolean;
  isLast: boolean;
  toStatus: (status: TaskStatus) => void;
  toTop: () => void;
  toBottom: () => void;
  /** Absent at the ends of what is loaded. */
  up?: () => void;
  down?: () => void;
}

/** Moving a card by pressing instead of dragging. */
export const CardMenu = ({ moves, trigger }: { moves: CardMoves; trigger: ReactElement }) => (
  <Menu defaultOpen align="end" trigger={trigger}>
    <MenuGroup label={boardTexts.card.moveTo}>
      {TASK_STATUSES.filter((status) => status !== moves.status).map((status) => (
        <MenuItem key={status} icon={<StatusIcon status={status} />} onSelect={() => moves.toStatus(status)}>
          {STATUS_LABELS[status]}
        </MenuItem>
      ))}
    </MenuGroup>
    <MenuSeparator />
    <MenuItem icon={<ArrowUpToLine />} disabled={moves.isFirst} onSelect={moves.toTop}>
      {boardTexts.card.toTop}
    </MenuItem>
    <MenuItem icon={<ArrowUp />} disabled={!moves.up} onSelect={() => moves.up?.()}>
      {boardTexts.card.up}
    </MenuItem>
    <MenuItem icon={<ArrowDown />} disabled={!moves.down} onSelect={() => moves.down?.()}>
      {boardTexts.card.down}
    </MenuItem>
    <MenuItem icon={<ArrowDownToLine />} disabled={moves.isLast} onSelect={moves.toBottom}>
      {boardTexts.card.toBottom}
    </MenuItem>
  </Menu>
);
