import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { LIMITS } from '@contract/limits';
import { cx } from '../../../lib/cx';
import { FOLDED_CLASS, isFoldable } from '../../../lib/folding';
import { hasMarkdown } from '../../../lib/markdown';
import { applyEdit, editOfKey, editOfPaste } from '../../../lib/markdownKeys';
import { useTextEditing } from '../../../lib/useTextEditing';
import { descriptionVersionsTexts as texts } from '../../../texts/descriptionVersions';
import { tasksTexts } from '../../../texts/tasks';
import { uiTexts } from '../../../texts/ui';
import { Button } from '../../../ui/Button';
import { FoldButton } from '../../../ui/FoldButton';
import { Markdown } from '../../../ui/Markdown';
import { FieldError } from '../../../ui/FieldError';
import { lazyDialog } from '../../../ui/lazyComponent';
import { Saving, type OpenedTask, type TaskEditProps } from '../fields/Property';
import { hasKeys } from '../model/taskKeys';
import { withKeyLinks } from '../parts/keyLinks';
import { pastePictures } from '../files/pastePictures';
import { showPicture } from '../parts/InlinePicture';
import { FieldConflict } from '../fields/FieldConflict';
import { GrowingText } from '../parts/GrowingText';
import { reportDiscarded } from '../fields/reportDiscarded';
import { useTaskField, type TaskFieldEdit } from '../fields/useTaskField';
import { isComposingKey } from '../../../lib/keyboard/typing';

interface TaskTextProps extends TaskEditProps {
  name: 'title' | 'description';
  placeholder: string;
  max: number;
  /**
   * Whether it is a single line, which Enter saves. Otherwise the text has several lines, and is shown as Markdown
   * while it is not edited.
   */
  isLine?: boolean;
  /** Rendered below the text, at the end of the line with the button that unfolds it. */
  renderAside?: (field: TaskFieldEdit<string>) => ReactNode;
  className: string;
}

/** A text that is edited in place, saved when it loses the focus, and stored as a draft until then. */
const TaskText = (props: TaskTextProps) => {
  const { task, disabled, onSaved, name, placeholder, max, isLine = false, renderAside, className } = props;
  const field = useTaskField({ task, name, isText: true, disabled, onSaved });
  const { value, isChanged, pending, error, conflict } = field;
  const [hasFocus, enter, leave] = useTextEditing();
  const [isUnfolded, setUnfolded] = useState(false);
  const client = useApolloClient();
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;

  const discard = (): void => {
    const lost = value;
    field.undo();
    reportDiscarded(() => field.change(lost));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // Enter may still belong to an input method.
    if (isComposingKey(event.nativeEvent)) return;
    if (event.key === 'Enter' && (isLine || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      field.save();
    }
    const edit = isLine || disabled || event.defaultPrevented ? null : editOfKey(event.currentTarget, event);
    if (edit) {
      event.preventDefault();
      // Stopped, because the command menu uses one of these keys.
      event.stopPropagation();
      applyEdit(event.currentTarget, edit);
    }
    // The second Escape closes the panel.
    if (event.key === 'Escape' && isChanged && !pending) {
      event.stopPropagation();
      discard();
    }
  };

  const isRead = !isLine && (!hasFocus || disabled) && (hasMarkdown(value) || hasKeys(value));
  const canFold = !isLine && !hasFocus && !isChanged && isFoldable(value);
  const isFolded = canFold && !isUnfolded;
  const isIdle = isChanged && !hasFocus && !pending && !conflict;
  const isLong = hasFocus && value.length > max * 0.8;
  return (
    <div className={cx('grid min-w-0 gap-4', value === '' && 'print:hidden')} aria-busy={pending || undefined}>
      <div
        className={cx(
          'relative -mx-2 min-w-0 rounded-sm transition-colors',
          !disabled && 'hover:bg-fill',
          !isLine && !disabled && 'inset-ring inset-ring-line',
          isFolded && FOLDED_CLASS,
        )}
        // The focused element, a link or the line of the caret, must be visible.
        onFocus={() => setUnfolded(true)}
      >
        <GrowingText
          aria-label={tasksTexts.fields[name]}
          aria-describedby={cx(error && errorId, hasFocus && isChanged && hintId) || undefined}
          aria-invalid={Boolean(error) || undefined}
          aria-keyshortcuts={isLine ? 'Enter' : 'Control+Enter'}
          readOnly={disabled}
          spellCheck
          placeholder={placeholder}
          value={value}
          read={
            isRead && (
              <Markdown
                text={value}
                level={2}
                words={withKeyLinks(task.projectId)}
                picture={showPicture}
                onTick={disabled || pending || conflict ? undefined : field.choose}
              />
            )
          }
          className={cx(
            'rounded-sm px-2 py-1 pointer-coarse:py-2.5 focus-visible:bg-raised aria-invalid:ring-1 aria-invalid:ring-danger',
            className,
          )}
          // A title has only one line, so line breaks in pasted text become spaces.
          onChange={({ target }) => field.change(isLine ? target.value.replace(/\s*\n\s*/gu, ' ') : target.value)}
          onPaste={(event) => {
            if (isLine || disabled) return;
            const edit =
              pastePictures(client, task.id, event) ??
              editOfPaste(event.currentTarget, event.clipboardData.getData('text'));
            if (!edit) return;
            event.preventDefault();
            applyEdit(event.currentTarget, edit);
          }}
          onFocus={enter}
          onBlur={() => {
            leave();
            field.save();
          }}
          onKeyDown={onKeyDown}
        />
        {pending && <Saving className="absolute end-2 bottom-2" />}
        {hasFocus && isChanged && !disabled && !error && !conflict && (
          // Positioned in the gap without a height of its own. Otherwise the content would move when the edit ends, and
          // a press below would miss its target.
          <p id={hintId} className="pointer-events-none absolute top-full end-2 start-2 flex gap-3 text-xs text-ink-3">
            <span>{isLine ? tasksTexts.edit.lineHint : tasksTexts.edit.textHint}</span>
            {isLong && (
              <span className={cx('ms-auto', value.length > max && 'text-danger-ink')}>
                {uiTexts.counter(value.length, max).shown}
              </span>
            )}
          </p>
        )}
      </div>
      {error && (
        <div className="-mt-3">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
      {isIdle && !disabled && (
        <div className="-mt-2 flex items-center gap-2 text-xs text-caution-ink">
          <span className="me-auto">{tasksTexts.edit.notSaved}</span>
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
      {renderAside && (
        // Its height is fixed. Otherwise the content would move when the edit ends, and a press below would miss its
        // target.
        <div className="-mx-2 -mt-3 -mb-4 flex min-h-7 items-center gap-1 pointer-coarse:min-h-11 print:hidden">
          {canFold && <FoldButton isFolded={isFolded} onToggle={() => setUnfolded(isFolded)} />}
          <span className="ms-auto">{renderAside(field)}</span>
        </div>
      )}
    </div>
  );
};

/** The title of a task, edited in place. */
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

const DescriptionVersionsDialog = lazyDialog(() => import('./DescriptionVersionsDialog'), 'DescriptionVersionsDialog');

/** Opens the versions of a description. Disabled while there is unsaved text, which a restore would discard. */
interface VersionsButtonProps {
  task: OpenedTask;
  field: TaskFieldEdit<string>;
  isFixed: boolean;
}

const VersionsButton = ({ task, field, isFixed }: VersionsButtonProps) => {
  const [isOpen, setOpen] = useState(false);
  if (task.updatedAt === task.createdAt) return null;
  return (
    <>
      <Button size="sm" variant="ghost" className={cx(field.isChanged && 'invisible')} onClick={() => setOpen(true)}>
        {texts.versions}
      </Button>
      <DescriptionVersionsDialog
        taskId={task.id}
        open={isOpen}
        onOpenChange={setOpen}
        onRestore={isFixed ? undefined : field.choose}
      />
    </>
  );
};

/** The description of a task, edited in place. */
export const TaskDescription = (props: TaskEditProps) => (
  <TaskText
    {...props}
    name="description"
    placeholder={props.disabled ? tasksTexts.panel.noDescription : tasksTexts.panel.addDescription}
    max={LIMITS.taskTextMax}
    renderAside={(field) => <VersionsButton task={props.task} field={field} isFixed={props.disabled} />}
    className="min-h-11 text-base leading-[1.375rem] pointer-coarse:text-md"
  />
);
