import { Suspense, type ReactNode } from 'react';
import { Bookmark, ChevronDown, LayoutGrid, List, ListFilter, Search, SlidersHorizontal, X } from 'lucide-react';
import { LIMITS } from '@contract/limits';
import { cx } from '../../../lib/cx';
import { tasksTexts } from '../../../texts/tasks';
import { viewsTexts } from '../../../texts/views';
import { IconButton } from '../../../ui/IconButton';
import { lazyComponent, RenderNothing } from '../../../ui/lazyComponent';
import { RetryLine } from '../../../ui/RetryLine';
import { Segmented } from '../../../ui/Segmented';
import { TextInput } from '../../../ui/TextInput';
import type { FilterFieldsProps } from '../filters/useFilterFields';
import { SearchAgain } from '../filters/SearchAgain';

const TaskFilterSelects = lazyComponent(() => import('./listTools'), 'TaskFilterSelects', {
  Failed: RetryLine,
  preload: true,
});

const ViewsMenu = lazyComponent(() => import('./listTools'), 'ViewsMenu', {
  Failed: RenderNothing,
  preload: true,
});

const { tools, filters, display } = tasksTexts;

const VIEWS = [
  { value: 'list', label: tools.list, icon: <List className="size-3.5 stroke-2" />, iconOnly: true },
  { value: 'grid', label: tools.grid, icon: <LayoutGrid className="size-3.5 stroke-2" />, iconOnly: true },
] as const;

/** A placeholder for the views while their code loads. */
const ViewsPlace = () => (
  <span className="btn btn-md btn-filter pointer-coarse:h-11 pointer-coarse:min-w-11">
    <Bookmark />
    <span className="max-md:sr-only">{viewsTexts.views}</span>
  </span>
);

/** Placeholders for the filters while their code loads. */
const FilterPlaces = ({ isOfList }: { isOfList: boolean }) => (
  <>
    <span className="btn btn-md btn-ghost">
      <ListFilter />
      {filters.add}
    </span>
    {isOfList && (
      <>
        <span className="btn btn-md btn-ghost btn-filter">
          <SlidersHorizontal />
          {display}
        </span>
        {[filters.allStatus, filters.allPriority].map((label) => (
          <span key={label} className="btn btn-md btn-filter">
            {label}
            <ChevronDown className="size-3.5 stroke-2" />
          </span>
        ))}
      </>
    )}
  </>
);

interface TaskToolsProps extends FilterFieldsProps {
  /** Stands before the filters. */
  children?: ReactNode;
  /** Called when the person is about to use them. */
  onReach?: () => void;
  typed: string;
  onType: (typed: string) => void;
  /** Replaces the choice between list and grid. */
  view?: ReactNode;
}

/**
 * Search, filters and the choice of the view in one line. If that is too narrow, the filters have a separate line,
 * which scrolls on a phone.
 */
export const TaskToolbar = ({
  typed,
  onType,
  onReach,
  view,
  children,
  layout = 'list',
  ...selects
}: TaskToolsProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only detects that the pointer or focus is inside
  <div
    role="search"
    onPointerEnter={onReach}
    onFocus={onReach}
    aria-label={tools.label}
    className="flex flex-none flex-wrap items-center gap-2 px-4 pb-3 md:px-6 lg:flex-nowrap lg:items-start"
  >
    {selects.filters.search !== '' && <SearchAgain />}
    <TextInput
      type="search"
      aria-label={tools.search}
      placeholder={tools.search}
      autoComplete="off"
      enterKeyHint="search"
      className={cx(
        // It shrinks before the filters wrap to a second line.
        'border-line-2 hover:border-line-3 md:pointer-fine:h-(--control)! lg:min-w-36 lg:flex-[0_9999_240px]',
        layout === 'board' ? 'max-w-36 min-w-0 flex-none md:max-w-60 md:flex-1' : 'min-w-24 flex-1',
      )}
      icon={<Search className="size-3.5 stroke-2 text-ink-3" />}
      end={
        typed && (
          <IconButton label={tools.clearSearch} size="sm" onClick={() => onType('')}>
            <X />
          </IconButton>
        )
      }
      value={typed}
      onChange={({ target }) => onType(target.value.slice(0, LIMITS.searchMax))}
    />
    <div
      className={cx(
        'flex min-w-0 items-center gap-2 max-lg:order-3 max-md:overflow-x-auto max-md:-my-1 max-md:py-1 max-md:[scrollbar-width:none] max-md:*:flex-none md:flex-wrap md:max-lg:basis-full lg:flex-auto',
        layout === 'board'
          ? 'max-md:-me-4 max-md:flex-1 max-md:pe-4'
          : 'max-md:-mx-4 max-md:flex-[0_0_calc(100%+32px)] max-md:px-4',
      )}
    >
      {children}
      <Suspense fallback={<FilterPlaces isOfList={layout === 'list'} />}>
        <TaskFilterSelects layout={layout} {...selects} />
      </Suspense>
    </div>
    <div className="flex flex-none items-center gap-2 md:ms-auto">
      <Suspense fallback={<ViewsPlace />}>
        <ViewsMenu projectId={selects.isOfProject ? selects.filters.projectIds[0] : undefined} layout={layout} />
      </Suspense>
      {view ??
        (layout !== 'board' && (
          <Segmented
            aria-label={tools.view}
            choices={VIEWS}
            value={selects.filters.view}
            onValueChange={(next) => selects.onChange({ view: next })}
          />
        ))}
    </div>
  </div>
);
