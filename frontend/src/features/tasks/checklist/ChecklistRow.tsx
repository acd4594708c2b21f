import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { GripVertical, X } from 'lucide-react';
import { CHECKLIST } from '@contract/limits';
import { reportError, toAppError } from '../../../sync/client/errors';
import { cx } from '../../../lib/cx';
import { checklistTexts as texts } from '../../../texts/checklist';
import { Checkbox } from '../../../ui/Checkbox';
import { IconButton } from '../../../ui/IconButton';
import { FieldFault } from '../../../ui/FieldFault';
import { hasLinks } from '../../../lib/linkify';
import { LinkedText } from '../../../ui/LinkedText';
import { GrowingText } from '../parts/GrowingText';
import { useUpdateItem, type ChecklistItem } from './useChecklistWrites';

interface ChecklistRowProps {
  item: ChecklistItem;
  disabled: boolean;
  /** It is being dragged. */
  isLifted: boolean;
  /** What is dragged would land above or below it. */
  edge: 'above' | 'below' | undefined;
  onGrip: (event: PointerEvent<HTMLElement>) => void;
  onStep: (step: 1 | -1) => void;
  onRemove: () => void;
}

/** What somebody is writing in place of an item's words, and from which version; from none where they know of another's. */
interface Edit {
  text: string;
  version: number | undefined;
}

/** One item: to tick, to change where it stands, to move and to take off. */
export const ChecklistRow = ({ item, disabled, isLifted, edge, onGrip, onStep, onRemove }: ChecklistRowProps) => {
  const update = useUpdateItem();
  const [edit, setEdit] = useState<Edit | null>(null);
  const [fault, setFault] = useState('');
  const [hasFocus, setHasFocus] = useState(false);
  const id = useId();
  const { text, done, version } = item;
  const shown = edit?.text ?? text;

  const end = (): void => {
    setEdit(null);
    setFault('');
  };

  const save = async (): Promise<void> => {
    const written = edit?.text.trim() ?? '';
    // Nothing at all is not a text: the former one is back.
    if (!edit || written === '' || written === text) return end();
    setFault('');
    try {
      await update(item, { text: written }, edit.version);
      setEdit((now) => (now?.text === edit.text ? null : now));
    } catch (error) {
      // What was typed stays.
      const { code, message, fields } = toAppError(error);
      const isOutdated = code === 'CONFLICT';
      if (isOutdated) setEdit((now) => now && { ...now, version: undefined });
      setFault(isOutdated ? texts.changed : (fields['text']?.[0] ?? message));
    }
  };

  const tick = async (): Promise<void> => {
    try {
      await update(item, { done: !done });
    } catch (error) {
      reportError(error, { fallback: texts.updateFailed });
    }
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      void save();
    }
    if (event.key === 'Escape' && edit && edit.text !== text) {
      // The panel closes on the next one.
      event.stopPropagation();
      end();
    }
  };

  return (
    // Its parts have keys of their own; these move it whichever of them has the focus.
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
          aria-invalid={fault !== '' || undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          readOnly={disabled}
          spellCheck
          maxLength={CHECKLIST.textMax}
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
            '-mx-1 w-full rounded-xs bg-transparent px-1 py-1.5 leading-5 pointer-coarse:py-3',
            done && 'text-ink-3 line-through',
          )}
          // An item has no lines: those of what is pasted become spaces.
          onChange={({ target }) => {
            const next = target.value.replace(/\s*\n\s*/gu, ' ');
            setEdit((now) => ({ text: next, version: now ? now.version : version }));
          }}
          onFocus={() => setHasFocus(true)}
          onBlur={() => {
            setHasFocus(false);
            // What was refused is only sent again by Enter.
            if (!fault) void save();
          }}
          onKeyDown={onKeyDown}
        />
        <span id={`${id}-hint`} className="sr-only">
          {texts.editHint}
        </span>
        {fault && (
          <div className="pb-1.5">
            <FieldFault id={`${id}-fault`}>{fault}</FieldFault>
          </div>
        )}
      </div>
      {!disabled && (
        <span className="flex h-8 items-center opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:h-11 pointer-coarse:opacity-100">
          <span
            // Dragging is for pointers; keys move it by Alt with an arrow.
            aria-hidden="true"
            title={texts.drag(text)}
            className="grid size-7 cursor-grab touch-none place-items-center text-ink-3 active:cursor-grabbing pointer-coarse:size-11"
            onPointerDown={onGrip}
          >
            <GripVertical />
          </span>
          <IconButton label={texts.remove(text)} size="sm" onClick={onRemove}>
            <X />
          </IconButton>
        </span>
      )}
    </li>
  );
};
