import { useRef, useState, type MouseEvent } from 'react';
import { addDays, format } from 'date-fns';
import { ArrowUpDown, ListFilter, X } from 'lucide-react';
import type { TaskOrder } from '@contract/enums';
import { tasksTexts } from '../../texts/tasks';
import { Button } from '../../ui/Button';
import { laterDialog } from '../../ui/later';
import { MultiSelect } from '../../ui/MultiSelect';
import { Select } from '../../ui/Select';
import { DueRange } from './DueRange';
import { GroupSelect } from './GroupSelect';
import { NO_FILTERS, type OFFERED_ORDERS } from './taskFilters';
import { useFilterFields, type FilterFieldsProps } from './useFilterFields';

const FilterMenu = laterDialog(() => import('./FilterMenu'), 'FilterMenu');

const { filters: words, order } = tasksTexts;
const ORDER_LABELS: Record<Exclude<(typeof OFFERED_ORDERS)[number], 'RANK_ASC'>, string> = order.options;
const ORDERS = Object.entries(ORDER_LABELS).map(([value, label]) => ({ value, label }));

/** Today and the day in a week, as a stretch of days begins. */
const thisWeek = (): string[] => [0, 6].map((days) => format(addDays(new Date(), days), 'yyyy-MM-dd'));

/** What the list of tasks can be narrowed down by, each with what it is narrowed down to, and its order. */
export const TaskFilterSelects = (props: FilterFieldsProps) => {
  const { filters, onChange, isBoard = false, isOfProject = false, isCalendar = false } = props;
  const fields = useFilterFields(props);
  /** What the menu of all filters stands at while it is open. */
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [isRangeNew, setRangeNew] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isRange = filters.dueFrom !== '' || filters.dueTo !== '';
  const on = fields.filter(({ values }) => values.length > 0);
  // What it is narrowed down to takes the room of what is as always.
  const isNarrowed = isRange || on.length > 0;

  return (
    <>
      <Button
        ref={button}
        size="md"
        variant="ghost"
        icon={<ListFilter />}
        data-filter-menu
        className="max-md:order-first"
        aria-haspopup="dialog"
        aria-label={words.addLabel}
        aria-keyshortcuts="F"
        onClick={({ currentTarget }: MouseEvent) => setAnchor(anchor ? null : currentTarget)}
      >
        {words.add}
      </Button>
      {anchor && (
        <FilterMenu
          open
          fields={fields}
          anchor={anchor}
          onClose={() => {
            setAnchor(null);
            // Whatever had the focus before the key: here it goes on.
            button.current?.focus();
          }}
          onRange={() => {
            setAnchor(null);
            setRangeNew(true);
            const [dueFrom = '', dueTo = ''] = thisWeek();
            onChange({ dueFrom, dueTo });
          }}
        />
      )}
      {fields
        // Boards show the people themselves.
        .filter(({ name, values, items, isRare }) =>
          isBoard && name === 'assignees'
            ? values.some((value) => !items.some((item) => item.value === value && item.icon !== undefined))
            : values.length > 0 || !isRare,
        )
        .map(({ name, label, all, items, values, short, onValuesChange }) => (
          <MultiSelect
            key={name}
            aria-label={label}
            className="btn-md max-w-72"
            values={values}
            onValuesChange={onValuesChange}
            items={items}
            all={all}
            words={(labels) => short ?? words.or(labels)}
          />
        ))}
      {isRange && (
        <DueRange
          isNew={isRangeNew}
          from={filters.dueFrom}
          to={filters.dueTo}
          onChange={onChange}
          onClear={() => {
            // Its button goes away with it.
            button.current?.focus();
            onChange({ dueFrom: '', dueTo: '' });
          }}
        />
      )}
      {on.length + Number(isRange) > 1 && (
        <Button
          size="md"
          variant="ghost"
          icon={<X />}
          onClick={() => {
            // The button goes away with the filters.
            button.current?.focus();
            const { search, orderBy, groupBy, view } = filters;
            onChange({ ...NO_FILTERS, search, orderBy, groupBy, view });
          }}
        >
          {words.clearAll}
        </Button>
      )}
      {!isBoard && !isCalendar && (
        <>
          <Select
            look="filter"
            aria-label={order.label}
            className="btn-md"
            on={filters.orderBy !== NO_FILTERS.orderBy}
            value={filters.orderBy}
            placeholder={order.byBoard}
            isBrief={isNarrowed && filters.orderBy === NO_FILTERS.orderBy}
            onValueChange={(orderBy) => onChange({ orderBy: orderBy as TaskOrder })}
            items={ORDERS.map((item) => ({ ...item, icon: <ArrowUpDown className="size-3.5 text-ink-3" /> }))}
          />
          <GroupSelect
            groupBy={filters.groupBy}
            onChange={onChange}
            isOfProject={isOfProject}
            isBrief={isNarrowed && filters.groupBy === ''}
          />
        </>
      )}
    </>
  );
};
