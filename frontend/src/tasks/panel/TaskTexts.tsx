import { useId, useState, type KeyboardEvent } from 'react';
import { LIMITS } from '@contract/limits';
import { cx } from '../../lib/cx';
import { tasksTexts } from '../../texts/tasks';
import { uiTexts } from '../../texts/ui';
import { Button } from '../../ui/Button';
import { notify } from '../../ui/notify';
import { FieldFault, Saving, type TaskEditProps } from '../fields/Property';
import { FieldConflict } from '../fields/FieldConflict';
import { GrowingText } from './GrowingText';
import { useTaskField } from '../fields/useTaskField';

interface TaskTextProps extends TaskEditProps {
  name: 'title' | 'description';
  placeholder: string;
  max: number;
  /** One line in meaning: Enter saves. Else both texts can stand in it, and addresses are links while nobody types in it. */
  isLine?: boolean;
  className: string;
}

/** A text that is typed where it stands, saved when it is left, and never lost on the way. */
const TaskText = ({ task, disabled, onSaved, name, placeholder, max, isLine = false, className }: TaskTextProps) => {
  const field = useTaskField({ task, name, isText: true, disabled, onSaved });
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
          aria-label={tasksTexts.fields[name]}
          aria-describedby={cx(error && errorId, hasFocus && isChanged && hintId) || undefined}
          aria-invalid={Boolean(error) || undefined}
          aria-keyshortcuts={isLine ? 'Enter' : 'Control+Enter'}
          readOnly={disabled}
          spellCheck
          placeholder={placeholder}
          value={value}
          isLinked={!isLine && !hasFocus}
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
          field={field}
          {...conflict}
          onKeepBoth={isLine ? undefined : () => field.rebase(`${conflict.theirs}\n\n${conflict.mine}`)}
        />
      )}
    </div>
  );
};

/** What a task is called, to change where it stands. */
export const TaskTitle = (props: TaskEditProps) => (
  <TaskText
    {...props}
    name="title"
    placeholder={tasksTexts.fields.title}
    max={LIMITS.taskTitleMax}
    isLine
    className="text-lg font-semibold tracking-tight"
  />
);

/** What a task is about, to change where it stands. */
export const TaskDescription = (props: TaskEditProps) => (
  <TaskText
    {...props}
    name="description"
    placeholder={props.disabled ? tasksTexts.panel.noDescription : tasksTexts.panel.addDescription}
    max={LIMITS.taskDescriptionMax}
    className="min-h-16 text-base leading-[1.375rem]"
  />
);
