import { useRef, useState, type MouseEvent } from 'react';
import { ListFilter, X } from 'lucide-react';
import { addDays, isoDay } from '../../../lib/dates/day';
import { ariaKeys, KEYS } from '../../../lib/keyboard/keys';
import { tasksTexts } from '../../../texts/tasks';
import { Button } from '../../../ui/Button';
import { MultiSelect } from '../../../ui/MultiSelect';
import { DisplayMenu } from './DisplayMenu';
import { DueRange } from './DueRange';
import { FilterMenu } from './FilterMenu';
import { FollowDues } from '../filters/FollowDues';
import { NO_FILTERS } from '../filters/taskFilters';
import { useFilterFields, type FilterField, type FilterFieldsProps } from '../filters/useFilterFields';

const { filters: words } = tasksTexts;

/** Returns today and the day in a week: the initial range of days. */
const thisWeek = (): string[] => [0, 6].map((days) => addDays(isoDay(new Date()), days));

/**
 * The filters of tasks: a button that opens all of them, a control for each active one, and on lists the two that are
 * used most; and the order and grouping of a list.
 */
export const TaskFilterSelects = (props: FilterFieldsProps) => {
  const { filters, onChange, layout = 'list', isOfProject = false } = props;
  /** The constant value of the filter menu's select. */
  const [anchor, setAnchor] = useState<Element | null>(null);
  /** How often the menu was asked for a range, whose days are then chosen immediately. */
  const [asked, setAsked] = useState(0);
  /** The filter whose values are open. Its control stays in place even while no value is chosen. */
  const [opened, setOpened] = useState<FilterField['name'] | null>(null);
  const fields = useFilterFields({ ...props, isOpen: anchor !== null || opened !== null });
  const button = useRef<HTMLButtonElement>(null);
  const isRange = filters.dueFrom !== '' || filters.dueTo !== '';
  const on = fields.filter(({ values }) => values.length > 0);
  /** Moves the focus to an element that stays, because the focused control is removed. */
  const keepFocus = (): void => button.current?.focus();

  return (
    <>
      {layout !== 'list' && filters.dues.length > 0 && <FollowDues />}
      <Button
        ref={button}
        size="md"
        variant="ghost"
        icon={<ListFilter />}
        data-filter-menu
        className="max-md:order-first"
        aria-haspopup="dialog"
        aria-label={words.addLabel}
        aria-keyshortcuts={ariaKeys(KEYS.filter)}
        onClick={({ currentTarget }: MouseEvent) => setAnchor(anchor ? null : currentTarget)}
      >
        {words.add}
      </Button>
      {anchor && (
        <FilterMenu
          fields={fields}
          anchor={anchor}
          onClose={() => {
            setAnchor(null);
            keepFocus();
          }}
          onRange={() => {
            setAnchor(null);
            setAsked(asked + 1);
            // A range that is already chosen is only opened.
            if (isRange) return;
            const [dueFrom = '', dueTo = ''] = thisWeek();
            onChange({ dueFrom, dueTo });
          }}
        />
      )}
      {layout === 'list' && <DisplayMenu filters={filters} onChange={onChange} isOfProject={isOfProject} />}
      {fields
        // Boards show the people themselves.
        .filter(({ name, values, items, isAlwaysShown }) =>
          layout === 'board' && name === 'assignees'
            ? values.some((value) => !items.some((item) => item.value === value && item.icon !== undefined))
            : values.length > 0 || isAlwaysShown || opened === name,
        )
        .map(({ name, label, all, items, values, short, isAlwaysShown, onValuesChange }) => (
          <MultiSelect
            key={name}
            aria-label={label}
            className="btn-md max-w-72"
            values={values}
            onValuesChange={onValuesChange}
            open={opened === name}
            onOpenChange={(isOpen) => setOpened((now) => (isOpen ? name : now === name ? null : now))}
            onEmpty={() => {
              if (!isAlwaysShown) keepFocus();
            }}
            items={items}
            all={all}
            words={(labels) => short ?? words.or(labels)}
          />
        ))}
      {isRange && (
        <DueRange
          key={asked}
          isNew={asked > 0}
          from={filters.dueFrom}
          to={filters.dueTo}
          onChange={onChange}
          onClear={() => {
            keepFocus();
            setAsked(0);
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
            keepFocus();
            setAsked(0);
            const { search, orderBy, groupBy, view } = filters;
            onChange({ ...NO_FILTERS, search, orderBy, groupBy, view });
          }}
        >
          {words.clearAll}
        </Button>
      )}
    </>
  );
};
