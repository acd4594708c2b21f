import { ArrowUpDown, Rows3, SlidersHorizontal } from 'lucide-react';
import type { TaskOrder } from '@contract/enums';
import { tasksTexts } from '../../../texts/tasks';
import { useCustomColumns } from '../../projects/columns/useCustomColumns';
import { Button } from '../../../ui/Button';
import { Popover } from '../../../ui/Popover';
import { Select } from '../../../ui/Select';
import { groupingOf } from '../filters/taskGroups';
import { GROUPINGS, NO_FILTERS, type TaskFilters } from '../filters/taskFilters';

const { display, group, order } = tasksTexts;
/** Orders that cannot be chosen here: the board's, and those that only saved views of programs have. */
type UnofferedOrder = 'RANK_ASC' | 'UPDATED_ASC' | 'COMPLETED_ASC';
const ORDER_LABELS: Record<Exclude<TaskOrder, UnofferedOrder>, string> = order.options;
const ORDERS = Object.entries(ORDER_LABELS).map(([value, label]) => ({ value, label }));
// A select has no empty value.
const NO_GROUPS = 'NONE';

interface DisplayMenuProps {
  filters: Pick<TaskFilters, 'orderBy' | 'groupBy' | 'projectIds'>;
  onChange: (changes: Partial<TaskFilters>) => void;
  /** Whether all tasks of the list belong to one project. */
  isOfProject: boolean;
}

/** The grouping of a list. Columns are offered if it shows one project that has its own columns. */
const GroupSelect = ({ filters: { groupBy, projectIds }, onChange, isOfProject }: DisplayMenuProps) => {
  const columns = useCustomColumns(projectIds);
  const offered = GROUPINGS.filter(
    (by) => !(isOfProject && by === 'project') && !(columns.length === 0 && by === 'column'),
  );
  return (
    <Select
      aria-label={group.label}
      value={groupBy === '' ? NO_GROUPS : groupingOf(groupBy, columns)}
      onValueChange={(next) => onChange({ groupBy: next === NO_GROUPS ? '' : next })}
      items={[{ value: NO_GROUPS, label: group.none }, ...offered.map((by) => ({ value: by, label: group.by[by] }))]}
    />
  );
};

/** Order and grouping of a list, behind one button that is highlighted if either is not the default. */
export const DisplayMenu = ({ filters, onChange, isOfProject }: DisplayMenuProps) => {
  const { orderBy, groupBy } = filters;
  const isChanged = orderBy !== NO_FILTERS.orderBy || groupBy !== NO_FILTERS.groupBy;
  return (
    <Popover
      label={display}
      className="grid w-72 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 p-3"
      trigger={
        <Button
          size="md"
          variant="ghost"
          className="btn-filter"
          icon={<SlidersHorizontal />}
          data-on={isChanged ? '' : undefined}
        >
          {display}
        </Button>
      }
    >
      <span aria-hidden className="flex items-center gap-2 text-ink-2">
        <ArrowUpDown className="size-3.5" />
        {order.label}
      </span>
      <Select
        aria-label={order.label}
        value={orderBy}
        {...(orderBy === 'RANK_ASC' && { placeholder: order.byBoard })}
        onValueChange={(next) => onChange({ orderBy: next as TaskOrder })}
        items={ORDERS}
      />
      <span aria-hidden className="flex items-center gap-2 text-ink-2">
        <Rows3 className="size-3.5" />
        {group.label}
      </span>
      <GroupSelect filters={filters} onChange={onChange} isOfProject={isOfProject} />
    </Popover>
  );
};
