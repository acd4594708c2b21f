import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { ArrowDown, ArrowUp, GitFork, GripVertical, X } from 'lucide-react';
import { isTransient, succeeds, toAppError } from '../../../sync/client/errors';
import { useWrite } from '../../../sync/writes/runWrite';
import { cx } from '../../../lib/cx';
import { clearDraft } from '../../../lib/drafts';
import { boardMovesTexts } from '../../../texts/boardMoves';
import { checklistTexts as texts } from '../../../texts/checklist';
import { tasksTexts } from '../../../texts/tasks';
import { Checkbox } from '../../../ui/Checkbox';
import { IconButton } from '../../../ui/IconButton';
import { FieldError } from '../../../ui/FieldError';
import { Menu, MenuItem } from '../../../ui/Menu';
import { hasLinks } from '../../../lib/linkify';
import { LinkedText } from '../../../ui/LinkedText';
import { keptDraft } from '../fields/fieldDraft';
import { reportDiscarded } from '../fields/reportDiscarded';
import { useEditedValue } from '../fields/useEditedValue';
import { GrowingText } from '../parts/GrowingText';
import { readItem, type ChecklistItem } from './checklistCache';
import { checkItemText } from './checkItemText';
import { updateItem } from './writes/updateItem';
import { isComposingKey } from '../../../lib/keyboard/typing';

interface ChecklistRowProps {
  item: ChecklistItem;
  disabled: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** It is being dragged. */
  isLifted: boolean;
  /** Whether the dragged item would land above or below it. */
  edge: 'above' | 'below' | undefined;
  onGrip: (event: PointerEvent<HTMLElement>) => void;
  onStep: (step: 1 | -1) => void;
  onRemove: () => void;
  /** Replaces it by a subtask. */
  onTurn: () => void;
  /** Someone else has deleted it while this text was typed into it; `hadFocus`: the person is still typing. */
  onLost: (text: string, hadFocus: boolean) => void;
}

/** An item with controls to check, edit, move and remove it. */
export const ChecklistRow = ({
  item,
  disabled,
  isFirst,
  isLast,
  isLifted,
  edge,
  onGrip,
  onStep,
  onRemove,
  onTurn,
  onLost,
}: ChecklistRowProps) => {
  const { cache } = useApolloClient();
  const update = useWrite(updateItem);
  const [hasFocus, setHasFocus] = useState(false);
  const id = useId();
  const { text, done, version } = item;
  const draftKey = `item-edit:${item.id}`;
  /** The server has refused the text as outdated, so the next Enter overwrites the other person's text. */
  const overwrites = useRef(false);
  const edit = useEditedValue<string>({
    stored: text,
    isText: true,
    draftKey,
    disabled,
    check: (value) => {
      const fault = checkItemText(value.trim());
      return fault ? { fault } : { value: value.trim() };
    },
    send: async (value, base) => {
      // A text that is sent again is based on the one that was just saved, whose version is newer than this render's.
      const now = readItem(cache, item.id);
      const since = now?.text === base ? now.version : version;
      await update({ id: item.id, text: value, ...(!overwrites.current && { version: since }) });
      overwrites.current = false;
    },
    describeRefusal: (refused) => {
      const { code, message, fields } = toAppError(refused);
      overwrites.current = code === 'CONFLICT';
      return {
        isOutdated: false,
        message: code === 'CONFLICT' ? texts.changed : (fields['text']?.[0] ?? message),
        isUnsent: isTransient(refused),
      };
    },
    fallback: texts.updateFailed,
  });
  const { value: shown, conflict } = edit;
  const fault = conflict ? texts.changed : edit.error;

  /** Whether this person has removed the item, so that its text is not kept. */
  const isRemoved = useRef(false);
  const keepLost = useEffectEvent(() => {
    const lost = keptDraft(draftKey)?.value.trim();
    // In a task that is gone, the text stays readable where it is.
    if (!lost || disabled || isRemoved.current || readItem(cache, item.id)) return;
    clearDraft(draftKey);
    onLost(lost, hasFocus);
  });
  useEffect(() => () => keepLost(), []);

  const save = (): void => {
    // An empty text restores the saved one.
    if (shown.trim() === '') edit.undo();
    else if (conflict) void edit.keepMine();
    else void edit.save();
  };

  const tick = (): Promise<boolean> => succeeds(update({ id: item.id, done: !done }), texts.updateFailed);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposingKey(event.nativeEvent)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      save();
    }
    if (event.key === 'Escape' && edit.isChanged) {
      // The second Escape closes the panel.
      event.stopPropagation();
      const lost = shown;
      edit.undo();
      reportDiscarded(() => edit.change(lost));
    }
  };

  return (
    // The parts of a row have keys of their own. These keys move the item, whichever part has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      data-checklist-item={item.id}
      className={cx(
        'group/item relative -mx-2 grid grid-cols-[1rem_minmax(0,1fr)_auto] items-start gap-x-2.5 rounded-sm px-2 hover:bg-fill has-focus-visible:bg-fill',
        isLifted && 'opacity-50',
        edge === 'above' &&
          'before:absolute before:inset-x-2 before:-top-px before:h-0.5 before:rounded-full before:bg-accent',
        edge === 'below' &&
          'after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-full after:bg-accent',
      )}
      onKeyDown={(event) => {
        if (!event.altKey || disabled || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        onStep(event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      <span className="flex h-8 items-center pointer-coarse:h-11">
        <Checkbox aria-label={texts.tick(text)} checked={done} disabled={disabled} onChange={() => void tick()} />
      </span>
      <div className="min-w-0">
        <GrowingText
          aria-label={texts.item(text)}
          aria-describedby={cx(fault && `${id}-fault`, hasFocus && `${id}-hint`) || undefined}
          aria-invalid={Boolean(fault) || undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          readOnly={disabled}
          spellCheck
          value={shown}
          read={
            !hasFocus &&
            hasLinks(shown) && (
              <span dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                <LinkedText text={shown} isDrawn />
              </span>
            )
          }
          className={cx(
            '-mx-1 w-full rounded-xs bg-transparent px-1 py-1.5 leading-5 pointer-coarse:py-3 pointer-coarse:text-md',
            done && 'text-ink-3 line-through',
          )}
          // An item is one line, so line breaks in pasted text become spaces.
          onChange={({ target }) => edit.change(target.value.replace(/\s*\n\s*/gu, ' '))}
          onFocus={() => setHasFocus(true)}
          onBlur={() => {
            setHasFocus(false);
            // A refused text is only sent again by Enter.
            if (!fault) save();
          }}
          onKeyDown={onKeyDown}
        />
        <span id={`${id}-hint`} className="sr-only">
          {texts.editHint}
        </span>
        {fault && (
          <div className="pb-1.5">
            <FieldError id={`${id}-fault`}>{fault}</FieldError>
          </div>
        )}
        {/* A text of an earlier visit. */}
        {!fault && !hasFocus && edit.isChanged && !edit.pending && (
          <p className="pb-1.5 text-xs text-ink-3">{tasksTexts.edit.notSaved}</p>
        )}
      </div>
      {!disabled && (
        <span className="flex h-8 items-center opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:h-11 pointer-coarse:opacity-100">
          <Menu
            align="end"
            trigger={
              <button
                type="button"
                aria-label={texts.drag(text)}
                title={texts.drag(text)}
                className="grid size-7 cursor-grab touch-none text-ink-3 active:cursor-grabbing pointer-coarse:size-11"
              >
                <span
                  className="grid place-items-center"
                  onPointerDown={(event) => {
                    // Moving the pointer drags the item. Without a move, the click opens the menu, for people who cannot drag.
                    event.stopPropagation();
                    onGrip(event);
                  }}
                >
                  <GripVertical />
                </span>
              </button>
            }
          >
            <MenuItem icon={<ArrowUp />} disabled={isFirst} onSelect={() => onStep(-1)}>
              {boardMovesTexts.card.up}
            </MenuItem>
            <MenuItem icon={<ArrowDown />} disabled={isLast} onSelect={() => onStep(1)}>
              {boardMovesTexts.card.down}
            </MenuItem>
          </Menu>
          <IconButton label={texts.turnInto(text)} size="sm" onClick={onTurn}>
            <GitFork className="rotate-180" />
          </IconButton>
          <IconButton
            label={texts.remove(text)}
            size="sm"
            onClick={() => {
              isRemoved.current = true;
              onRemove();
            }}
          >
            <X />
          </IconButton>
        </span>
      )}
    </li>
  );
};
