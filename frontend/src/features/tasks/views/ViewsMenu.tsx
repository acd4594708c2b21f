import { useState, type MouseEvent } from 'react';
import { Bookmark, BookmarkPlus, CircleCheck, Clock, Pencil, RefreshCw, Trash2, UserRound } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '../../../sync/client/errors';
import { viewsTexts as texts } from '../../../texts/views';
import { Button } from '../../../ui/Button';
import { Menu, MenuGroup, MenuItem, MenuLink, MenuSeparator } from '../../../ui/Menu';
import { notify } from '../../../ui/notify';
import { readFilters } from '../filters/taskFilters';
import { BUILT_IN } from './builtIn';
import { useViews, useViewWrites } from './useViews';
import { addressOf, findBuiltInView, isChanged, SAVED_PARAM, viewOf, type ViewPlace } from './views';
import { ViewNameDialog } from './ViewNameDialog';

const BUILT_IN_ICONS = { myWork: <UserRound />, overdue: <Clock />, recentlyDone: <CircleCheck /> };
const NAMES = Object.keys(BUILT_IN) as (keyof typeof BUILT_IN)[];

/** All views, and actions on the page's view: save, change, rename, delete. */
export const ViewsMenu = (place: ViewPlace) => {
  const [params] = useSearchParams();
  const savedId = params.get(SAVED_PARAM);
  const [isWanted, setWanted] = useState(false);
  const { views, error, readAgain } = useViews(isWanted || savedId !== null);
  const { saveView, updateView, deleteView } = useViewWrites();
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);

  const filters = readFilters(params);
  const current = savedId === null ? undefined : views?.find(({ id }) => id === savedId);
  const isOther = current !== undefined && isChanged(current, place, filters);
  const builtIn = current ? undefined : findBuiltInView(place, filters);
  const name = current?.name ?? (builtIn && texts.builtIn[builtIn]);

  const update = async (): Promise<void> => {
    if (!current) return;
    try {
      await updateView({ id: current.id, ...viewOf(filters, place) });
      notify.success(texts.updated);
    } catch (failure) {
      notify.error(errorText(failure, texts.failed));
    }
  };
  const save = async (newName: string, mutationId: string): Promise<string | undefined> => {
    if (naming === 'rename' && current) {
      await updateView({ id: current.id, name: newName });
      return undefined;
    }
    const view = await saveView(
      { name: newName, projectId: place.projectId ?? null, ...viewOf(filters, place) },
      mutationId,
    );
    notify.success(texts.saved);
    return view && addressOf(view, place.layout);
  };

  return (
    <div className="flex flex-none items-center gap-1">
      {isOther && (
        <>
          <span className="text-ink-3 max-lg:sr-only">{texts.changed}</span>
          <Button
            size="md"
            variant="ghost"
            className="max-md:hidden"
            onClick={({ currentTarget }: MouseEvent<HTMLElement>) => {
              // This button is removed when the view is updated.
              currentTarget.parentElement?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
              void update();
            }}
          >
            {texts.update}
          </Button>
        </>
      )}
      <Menu
        align="end"
        className="max-h-(--available-height) max-w-72 overflow-y-auto"
        trigger={
          <Button
            size="md"
            className="btn-filter max-w-48 pointer-coarse:h-11 pointer-coarse:min-w-11"
            icon={<Bookmark />}
            data-on={name === undefined ? undefined : ''}
            aria-label={name === undefined ? texts.views : texts.label(name)}
            onPointerEnter={() => setWanted(true)}
            onFocus={() => setWanted(true)}
          >
            <span dir="auto" className="truncate max-md:sr-only">
              {name ?? texts.views}
            </span>
          </Button>
        }
      >
        <MenuGroup label={texts.everybodys}>
          {NAMES.map((each) => (
            <MenuLink key={each} to={BUILT_IN[each]} icon={BUILT_IN_ICONS[each]}>
              {texts.builtIn[each]}
            </MenuLink>
          ))}
        </MenuGroup>
        {views === null && error !== undefined && (
          <MenuItem icon={<RefreshCw />} onSelect={() => void readAgain()}>
            {texts.fetchFailed}
          </MenuItem>
        )}
        {views !== null && views.length > 0 && (
          <MenuGroup label={texts.yours}>
            {views.map((view) => (
              <MenuLink
                key={view.id}
                to={view.isProjectGone ? `/views/${view.id}` : addressOf(view, place.layout)}
                icon={<Bookmark />}
              >
                <span dir="auto">{view.isProjectGone ? texts.gone(view.name) : view.name}</span>
              </MenuLink>
            ))}
          </MenuGroup>
        )}
        <MenuSeparator />
        {current && isOther && (
          <MenuItem icon={<RefreshCw />} onSelect={() => void update()}>
            {texts.updateOf(current.name)}
          </MenuItem>
        )}
        <MenuItem icon={<BookmarkPlus />} onSelect={() => setNaming('new')}>
          {current ? texts.saveAsNew : texts.save}
        </MenuItem>
        {current && (
          <>
            <MenuItem icon={<Pencil />} onSelect={() => setNaming('rename')}>
              {texts.rename}
            </MenuItem>
            <MenuItem danger icon={<Trash2 />} onSelect={() => void deleteView(current)}>
              {texts.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {naming && (
        <ViewNameDialog
          name={naming === 'rename' ? (current?.name ?? '') : ''}
          onClose={() => setNaming(null)}
          onSave={save}
        />
      )}
    </div>
  );
};
