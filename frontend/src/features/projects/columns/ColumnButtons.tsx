import { Columns3, Ellipsis } from 'lucide-react';
import { columnsTexts } from '../../../texts/columns';
import { Button } from '../../../ui/Button';
import { IconButton } from '../../../ui/IconButton';
import { lazyComponent, RenderNothing, useLazyLoad } from '../../../ui/lazyComponent';
import type { ColumnMenuProps } from './ColumnMenu';

const load = () => import('./columnParts');

const ColumnMenu = lazyComponent(load, 'ColumnMenu', { Failed: RenderNothing });
const ColumnsMenu = lazyComponent(load, 'ColumnsMenu', { Failed: RenderNothing });
export const ColumnDialogs = lazyComponent(load, 'ColumnDialogs', { Failed: RenderNothing });

/** The button of a column's menu, whose code loads on the first press. */
export const ColumnMenuButton = (props: ColumnMenuProps) => {
  const [wanted, want] = useLazyLoad(ColumnMenu);
  return wanted ? (
    <ColumnMenu {...props} />
  ) : (
    <IconButton label={columnsTexts.options(props.column.name)} size="sm" onClick={() => void want()}>
      <Ellipsis />
    </IconButton>
  );
};

/** The button of the menu of all columns. */
export const ColumnsMenuButton = (props: Omit<ColumnMenuProps, 'column'>) => {
  const [wanted, want] = useLazyLoad(ColumnsMenu);
  return wanted ? (
    <ColumnsMenu {...props} />
  ) : (
    <Button size="md" variant="ghost" icon={<Columns3 />} onClick={() => void want()}>
      {columnsTexts.label}
    </Button>
  );
};
