import { useRef, useState } from 'react';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search, X } from 'lucide-react';
import { LIMITS } from '@contract/limits';
import { errorText } from '../../sync/client/errors';
import { cx } from '../../lib/cx';
import { ariaKeys } from '../../lib/keyboard/keys';
import { commandTexts } from '../../texts/command';
import { usePortalContainer } from '../../ui/PortalProvider';
import { useBackToClose } from '../../ui/useBackToClose';
import { TaskColumns } from '../projects/columns/TaskColumns';
import type { TaskTarget } from './CommandProvider';
import type { Entry, EntryGroup } from './useCommandEntries';
import { Keys } from './Keys';
import { markMatches } from './match';
import { typeAheadOf } from './typeAhead';
import { useMenuGroups } from './useMenuGroups';
import { useRunCommand } from './useRunCommand';

const { menu: texts } = commandTexts;

interface CommandMenuProps {
  /** The tasks that the menu was opened for. */
  target: TaskTarget;
  onClose: () => void;
}

/** A menu of all tasks, projects and actions. A choice runs after the menu has closed and returned the focus. */
export const CommandMenu = ({ target, onClose }: CommandMenuProps) => {
  const container = usePortalContainer();
  const [open, setOpen] = useState(true);
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<() => void>(undefined);
  const runCommand = useRunCommand();
  useBackToClose(open, () => setOpen(false), false);
  const choose = (run: () => void): void => {
    const handOn = typeAheadOf();
    chosen.current = () => handOn(run);
    setOpen(false);
  };
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => setOpen(next)}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen) return;
        onClose();
        chosen.current?.();
      }}
    >
      <Dialog.Portal container={container}>
        <Dialog.Backdrop className="scrim" forceRender />
        <Dialog.Viewport className="dialog-view max-md:items-start max-md:p-2">
          <Dialog.Popup
            className="dialog w-[min(100%,640px)] overflow-hidden rounded-xl data-ending-style:transition-none max-md:pb-0"
            aria-label={texts.label}
            initialFocus={input}
          >
            <Finder input={input} target={target} onChoose={choose} />
            <div className="flex h-9 flex-none items-center gap-4 border-t border-line px-4 text-xs text-ink-3 max-md:h-11">
              <span aria-hidden="true" className="flex items-center gap-1.5 pointer-coarse:hidden">
                {texts.toMove(<Keys keys="↑ ↓" />)}
              </span>
              <span aria-hidden="true" className="flex items-center gap-1.5 pointer-coarse:hidden">
                {texts.toOpen(<Keys keys="Enter" />)}
              </span>
              <button
                type="button"
                className="ms-auto flex items-center gap-1.5 self-stretch rounded-xs hover:text-ink"
                onClick={() => choose(() => runCommand('help', target))}
              >
                {texts.allKeys(<Keys keys="?" />)}
              </button>
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

const Marked = ({ text, query }: { text: string; query: string }) =>
  markMatches(text, query).map((piece, place) =>
    piece.hit ? (
      // Not a mark: with forced colors, its letters would have the color of its missing background.
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no key but their position
      <b key={place} className="font-semibold text-accent-ink">
        {piece.text}
      </b>
    ) : (
      piece.text
    ),
  );

interface MenuRowProps {
  entry: Entry;
  query: string;
  onChoose: () => void;
}

/** A result or a command, with its matches marked, and its keys. */
const MenuRow = ({ entry, query, onChoose }: MenuRowProps) => (
  <Autocomplete.Item
    value={entry}
    disabled={entry.disabled ?? false}
    className={cx('menu-row min-h-9 gap-2.5 max-md:min-h-11', entry.danger && 'menu-row-danger')}
    aria-keyshortcuts={ariaKeys(entry.keys)}
    onClick={onChoose}
  >
    {entry.icon}
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block truncate text-start">
        <Marked text={entry.words} query={query} />
      </span>
      {entry.excerpt && (
        <span dir="auto" className="block truncate text-start text-xs text-ink-3">
          <Marked text={entry.excerpt} query={query} />
        </span>
      )}
    </span>
    {entry.side && <span className="max-w-2/5 flex-none truncate text-xs text-ink-3">{entry.side}</span>}
    {entry.keys && <Keys keys={entry.keys} />}
  </Autocomplete.Item>
);

interface FinderProps {
  input: React.RefObject<HTMLInputElement | null>;
  target: TaskTarget;
  onChoose: (run: () => void) => void;
}

/** The field and the results. */
const Finder = ({ input, target, onChoose }: FinderProps) => {
  const [query, setQuery] = useState('');
  const { tasks, groups: current, searching, error } = useMenuGroups(query, target);
  // The list stays as it is while the person moves through it, until the query changes.
  const [held, setHeld] = useState<{ query: string; groups: EntryGroup[] } | null>(null);
  const groups = held?.query === query ? held.groups : current;
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const status = searching ? texts.searching : count === 0 ? '' : texts.found(count);

  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={groups}
      itemToStringValue={(entry: Entry) => entry.words}
      value={query}
      onValueChange={(text, { reason }) => {
        // Choosing an item would write its text into the field.
        if (reason !== 'item-press') setQuery(text);
      }}
      onItemHighlighted={(_entry, { reason }) => {
        if (reason === 'keyboard' && held?.query !== query && !searching) setHeld({ query, groups: current });
      }}
    >
      <div className="flex h-13 flex-none items-center gap-2.5 border-b border-line px-4">
        <Search className="text-ink-2" />
        <Autocomplete.Input
          dir="auto"
          ref={input}
          aria-label={texts.label}
          placeholder={texts.label}
          className="min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-ink-3"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={LIMITS.searchMax}
        />
        <Dialog.Close className="rounded-xs max-md:-me-3.5 max-md:p-3" aria-label={texts.close}>
          <X className="md:hidden" />
          <span className="max-md:hidden">
            <Keys keys="Escape" />
          </span>
        </Dialog.Close>
      </div>
      <div className="max-h-[min(60dvh,400px)] min-h-0 overflow-auto overscroll-contain scroll-py-2 max-md:max-h-[calc(100dvh-128px)]">
        {error !== undefined && (
          <p role="alert" className="px-4 pt-3 text-danger-ink">
            {errorText(error, texts.failedToFetch)}
          </p>
        )}
        <Autocomplete.Empty className="px-4 py-8 text-center text-ink-3 wrap-anywhere empty:hidden">
          {!searching && error === undefined && texts.nothing(query.trim())}
        </Autocomplete.Empty>
        <TaskColumns tasks={tasks}>
          <Autocomplete.List aria-label={texts.results} className="px-2 pt-1 pb-2 data-empty:hidden">
            {(group: EntryGroup) => (
              <Autocomplete.Group key={group.label} items={group.items}>
                <Autocomplete.GroupLabel className="menu-label truncate">{group.label}</Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(entry: Entry) => (
                    <MenuRow key={entry.key} entry={entry} query={query} onChoose={() => onChoose(entry.run)} />
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </TaskColumns>
      </div>
      <Autocomplete.Status className="sr-only">{status}</Autocomplete.Status>
    </Autocomplete.Root>
  );
};
