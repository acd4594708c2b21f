import { Suspense, type ReactNode } from 'react';
import { ChevronDown, LayoutGrid, List, ListFilter, Search, X } from 'lucide-react';
import { LIMITS } from '@contract/limits';
import { tasksTexts } from '../../texts/tasks';
import { IconButton } from '../../ui/IconButton';
import { later } from '../../ui/later';
import { RetryLine } from '../../ui/RetryLine';
import { Segmented } from '../../ui/Segmented';
import { TextInput } from '../../ui/TextInput';
import type { FilterFieldsProps } from './useFilterFields';

const TaskFilterSelects = later(() => import('./TaskFilterSelects'), 'TaskFilterSelects', {
  Failed: RetryLine,
  isSoon: true,
});

const { tools, filters, order } = tasksTexts;

const VIEWS = [
  { value: 'list', label: tools.list, icon: <List className="size-3.5 stroke-2" />, iconOnly: true },
  { value: 'grid', label: tools.grid, icon: <LayoutGrid className="size-3.5 stroke-2" />, iconOnly: true },
] as const;

type Places = Pick<FilterFieldsProps, 'isOfProject' | 'isBoard' | 'isCalendar'>;

/** The filters' places while their code loads. */
const FilterPlaces = ({ isOfProject = false, isBoard = false, isCalendar = false }: Places) => (
  <>
    <span className="btn btn-md btn-ghost">
      <ListFilter />
      {filters.add}
    </span>
    {[
      ...(isBoard ? [] : [filters.allStatus]),
      filters.allPriority,
      ...(isOfProject ? [] : [filters.allProjects]),
      ...(isBoard ? [] : [filters.anyone]),
      filters.anyTime,
      ...(isBoard || isCalendar ? [] : [order.options.CREATED_DESC]),
    ].map((label) => (
      <span key={label} className="btn btn-md btn-filter">
        {label}
        <ChevronDown className="size-3.5 stroke-2" />
      </span>
    ))}
  </>
);

interface TaskToolsProps extends FilterFieldsProps {
  /** Stands before the filters. */
  children?: ReactNode;
  typed: string;
  onType: (typed: string) => void;
  /** Instead of the choice between list and grid. */
  view?: ReactNode;
}

/**
 * Search, filters and the choice of the view, in one line; where that is too narrow the filters have a line of their own,
 * which scrolls on a phone.
 */
export const TaskTools = ({ typed, onType, view, children, ...selects }: TaskToolsProps) => (
  <div role="search" aria-label={tools.label} className="flex flex-none flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
    <TextInput
      type="search"
      aria-label={tools.search}
      placeholder={tools.search}
      autoComplete="off"
      enterKeyHint="search"
      maxLength={LIMITS.searchMax}
      className="min-w-0 flex-1 border-line-2 hover:border-line-3 md:pointer-fine:h-(--control)! lg:max-w-60 lg:min-w-40"
      icon={<Search className="size-3.5 stroke-2 text-ink-3" />}
      end={
        typed && (
          <IconButton label={tools.clearSearch} size="sm" onClick={() => onType('')}>
            <X />
          </IconButton>
        )
      }
      value={typed}
      onChange={({ target }) => onType(target.value)}
    />
    <div className="flex min-w-0 gap-2 max-lg:order-3 max-md:-mx-4 max-md:flex-[0_0_calc(100%+32px)] max-md:overflow-x-auto max-md:-my-1 max-md:px-4 max-md:py-1 max-md:[scrollbar-width:none] max-md:*:flex-none md:flex-wrap md:max-lg:basis-full">
      {children}
      <Suspense
        fallback={
          <FilterPlaces isOfProject={selects.isOfProject} isBoard={selects.isBoard} isCalendar={selects.isCalendar} />
        }
      >
        <TaskFilterSelects {...selects} />
      </Suspense>
    </div>
    {!selects.isBoard && (
      <div className="md:ml-auto">
        {view ?? (
          <Segmented
            aria-label={tools.view}
            choices={VIEWS}
            value={selects.filters.view}
            onValueChange={(next) => selects.onChange({ view: next })}
          />
        )}
      </div>
    )}
  </div>
);
