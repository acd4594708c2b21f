import { Columns3, Plus } from 'lucide-react';
import { COLUMNS } from '@contract/limits';
import { columnsTexts } from '../../../texts/columns';
import { Button } from '../../../ui/Button';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/Menu';
import { ColumnIcon } from '../../../ui/StatusIcon';
import type { ColumnMenuProps } from './ColumnMenu';

/** A list of all columns, including hidden ones, to edit them and to add one. */
export const ColumnsMenu = ({ columns, onAsk }: Omit<ColumnMenuProps, 'column'>) => (
  <Menu
    defaultOpen
    className="max-w-72"
    trigger={
      <Button size="md" variant="ghost" icon={<Columns3 />}>
        {columnsTexts.label}
      </Button>
    }
  >
    {columns.map((column) => (
      <MenuItem key={column.id} icon={<ColumnIcon {...column} />} onSelect={() => onAsk({ action: 'edit', column })}>
        {column.name}
        {column.hidden && <span className="ms-1.5 text-ink-3">{columnsTexts.hidden}</span>}
      </MenuItem>
    ))}
    <MenuSeparator />
    <MenuItem
      icon={<Plus />}
      disabled={columns.length >= COLUMNS.max}
      onSelect={() => onAsk({ action: 'add', status: 'TODO', afterId: null })}
    >
      {columnsTexts.menu.add}
    </MenuItem>
  </Menu>
);
