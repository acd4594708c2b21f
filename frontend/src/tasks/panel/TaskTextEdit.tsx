import { useId, useState, type KeyboardEvent } from 'react';
import { cx } from '../../lib/cx';
import { tasksTexts } from '../../texts/tasks';
import { uiTexts } from '../../texts/ui';
import { Button } from '../../ui/Button';
import { notify } from '../../ui/notify';
import { FieldFault, Saving } from '../fields/Fact';
import { FieldConflict } from '../fields/FieldConflict';
import { GrowingText } from './GrowingText';
import type { TaskFieldEdit } from '../fields/useTaskField';

interface TaskTextEditProps {
  field: TaskFieldEdit<string>;
  taskId: string;
  name: 'title' | 'description';
  label: string;
  placeholder?: string;
  max: number;
  /** One line in meaning: Enter saves. */
  isLine?: boolean;
  /** Both texts can stand in it. */
  canJoin?: boolean;
  /** Addresses in it are links while nobody types in it. */
  hasLinks?: boolean;
  disabled: boolean;
  className: string;
}

/** A text that is typed where it stands, saved when it is left, and never lost on the way. */
export const TaskTextEdit = (props: TaskTextEditProps) => {
  const { field, taskId, name, label, placeholder, max, isLine = false, canJoin = false, disabled, className } = props;
  const { hasLinks = false } = props;
  const { value, isChanged, pending, error, conflict } = field;
  const [hasFocus, setHasFocus] = useState(false);
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;

  const discard = (): void => {
    const lost = value;
    field.undo();
    notify.info(tasksTexts.edit.discarded, {
      action: { label: tasksTexts.edit.undo, onPress: () => field.change(lost) },
    });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter may still be choosing a character.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (isLine || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      field.save();
    }
    // The panel closes on the next one.
    if (event.key === 'Escape' && isChanged && !pending) {
      event.stopPropagation();
      discard();
    }
  };

  const isIdle = isChanged && !hasFocus && !pending && !conflict;
  const isLong = hasFocus && value.length > max * 0.8;
  return (
    <div className="grid min-w-0 gap-4" aria-busy={pending || undefined}>
      <div className={cx('relative -mx-2 min-w-0', !isLine && !disabled && 'rounded-sm inset-ring inset-ring-line')}>
        <GrowingText
          aria-label={label}
          aria-describedby={cx(error && errorId, hasFocus && isChanged && hintId) || undefined}
          aria-invalid={Boolean(error) || undefined}
          aria-keyshortcuts={isLine ? 'Enter' : 'Control+Enter'}
          readOnly={disabled}
          spellCheck
          placeholder={placeholder}
          value={value}
          isLinked={hasLinks && !hasFocus}
          className={cx(
            'rounded-sm px-2 py-1 outline-offset-0 pointer-coarse:py-2.5 transition-colors hover:bg-fill read-only:hover:bg-transparent focus-visible:bg-raised aria-invalid:ring-1 aria-invalid:ring-danger',
            className,
          )}
          // A title has no lines: those of what is pasted become spaces.
          onChange={({ target }) => field.change(isLine ? target.value.replace(/\s*\n\s*/gu, ' ') : target.value)}
          onFocus={() => setHasFocus(true)}
          onBlur={() => {
            setHasFocus(false);
            field.save();
          }}
          onKeyDown={onKeyDown}
        />
        {pending && <Saving className="absolute right-2 bottom-2" />}
        {hasFocus && isChanged && !disabled && !error && !conflict && (
          // Over the gap: nothing may move when the text is left by pressing something below.
          <p id={hintId} className="pointer-events-none absolute top-full right-2 left-2 flex gap-3 text-xs text-ink-3">
            <span>{isLine ? tasksTexts.edit.lineHint : tasksTexts.edit.textHint}</span>
            {isLong && (
              <span className={cx('ml-auto', value.length > max && 'text-danger-ink')}>
                {uiTexts.counter(value.length, max).shown}
              </span>
            )}
          </p>
        )}
      </div>
      {error && (
        <div className="-mt-3">
          <FieldFault id={errorId}>{error}</FieldFault>
        </div>
      )}
      {isIdle && !disabled && (
        <div className="-mt-2 flex items-center gap-2 text-xs text-caution-ink">
          <span className="mr-auto">{tasksTexts.edit.notSaved}</span>
          <Button size="sm" onClick={field.save}>
            {tasksTexts.edit.save}
          </Button>
          <Button size="sm" variant="ghost" onClick={discard}>
            {tasksTexts.edit.discard}
          </Button>
        </div>
      )}
      {conflict && !disabled && (
        <FieldConflict
          taskId={taskId}
          field={name}
          mine={conflict.mine}
          theirs={conflict.theirs}
          onKeepMine={field.keepMine}
          onTakeTheirs={field.undo}
          onKeepBoth={canJoin ? () => field.rebase(`${conflict.theirs}\n\n${conflict.mine}`) : undefined}
        />
      )}
    </div>
  );
};
