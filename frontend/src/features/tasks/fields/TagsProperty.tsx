import { use, useState } from 'react';
import { Combobox } from '@base-ui/react/combobox';
import { Plus, Tags, X } from 'lucide-react';
import { matchesText } from '@contract/fold';
import { LIMITS } from '@contract/limits';
import { splitTags, TAG_SEPARATOR } from '@contract/tasks';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { cx } from '../../../lib/cx';
import { hasLeftField } from '../../../lib/hasLeftField';
import { tasksTexts } from '../../../texts/tasks';
import { FieldContext } from '../../../ui/FieldContext';
import { usePortalContainer } from '../../../ui/PortalProvider';
import { ProjectTagsDocument } from '../../projects/tags/Tags.generated';
import { EditedProperty, type TaskEditProps } from './Property';
import { formatField } from '../model/fields';
import { checkField } from '../model/taskValues';
import { useTaskField } from './useTaskField';
import { isComposingKey } from '../../../lib/keyboard/typing';

type InputKeyEvent = Parameters<NonNullable<Combobox.Input.Props['onKeyDown']>>[0];

/** Returns the tags of a project, most used first; loads them when they are `wanted`. */
const useProjectTags = (projectId: string, wanted: boolean): readonly string[] => {
  const { data } = usePageQuery(ProjectTagsDocument, { variables: { projectId }, skip: !wanted });
  return data?.project?.tags.map(({ name }) => name) ?? [];
};

interface TagsInputProps {
  projectId: string;
  value: readonly string[];
  onValueChange: (tags: readonly string[]) => void;
  /** The invalid tag was discarded. */
  onUndo: () => void;
  disabled: boolean;
}

/** Whether typing has ended, because of a comma or because the text was deleted. */
const isDone = ({ target }: Event): boolean => target instanceof HTMLInputElement && /^$|,/u.test(target.value.trim());

/** Tags as chips, and a field for another one, with suggestions from the project's tasks. */
const TagsInput = ({ projectId, value, onValueChange, onUndo, disabled }: TagsInputProps) => {
  const field = use(FieldContext);
  const container = usePortalContainer();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const known = useProjectTags(projectId, open);
  const isFull = value.length >= LIMITS.tagsMax;
  const query = text.trim();
  const matches = known.filter((tag) => !value.includes(tag) && matchesText(tag, query));
  const isNew = query !== '' && !matches.includes(query) && !value.includes(query);
  const offered = isNew ? [...matches, query] : matches;

  const change = (next: readonly string[]): void => {
    // Closed, because while the list is open screen readers cannot reach the rest.
    setOpen(false);
    // An invalid tag stays in the field, which shows the error.
    if (!('fault' in checkField('tags', next))) setText('');
    onValueChange(next);
  };
  const add = (typed: string): void => {
    const added = splitTags(typed).filter((tag) => tag !== '' && !value.includes(tag));
    if (added.length > 0) change([...value, ...new Set(added)]);
    else setText('');
  };
  const isListed = open && offered.length > 0 && !isFull;
  const onKeyDown = (event: InputKeyEvent): void => {
    if (isComposingKey(event.nativeEvent)) return;
    if (TAG_SEPARATOR.test(event.key)) {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Escape' && !isListed) {
      // By default, Escape would remove all tags. Here it discards the typed text or, without text, closes the panel.
      event.preventBaseUIHandler();
      if (text === '') return;
      event.stopPropagation();
      setText('');
      onUndo();
    }
  };

  return (
    <Combobox.Root
      multiple
      items={[...value, ...offered]}
      filteredItems={offered}
      value={[...value]}
      onValueChange={(next) => change(next)}
      inputValue={text}
      onInputValueChange={(next, { reason }) => {
        // Choosing an item must not clear the text.
        if (reason !== 'input-change') return;
        setText(next);
        if (TAG_SEPARATOR.test(next)) add(next);
      }}
      open={isListed}
      onOpenChange={(next, { reason, event }) => setOpen(next && !(reason === 'input-change' && isDone(event)))}
      autoHighlight
      disabled={disabled}
    >
      <Combobox.Chips
        data-project={projectId}
        aria-label={value.length > 0 ? tasksTexts.fields.tags : undefined}
        className={cx(
          'flex min-h-7.5 min-w-0 cursor-text flex-wrap items-center gap-1 rounded-sm px-2 py-1 transition-colors pointer-coarse:gap-2 focus-within:bg-raised focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus pointer-coarse:min-h-11',
          !disabled && 'hover:bg-fill',
          field?.invalid && 'ring-1 ring-danger',
        )}
      >
        {value.map((tag) => (
          <Combobox.Chip
            key={tag}
            aria-label={tag}
            title={tag}
            className="tag max-w-60 cursor-default bg-raised pe-0 print:pe-1.5 outline-0 data-highlighted:border-accent focus-within:border-accent pointer-coarse:h-9"
          >
            <span dir="auto" className="truncate">
              {tag}
            </span>
            {disabled ? (
              <span className="w-1.5" />
            ) : (
              <Combobox.ChipRemove
                aria-label={tasksTexts.panel.removeTag(tag)}
                className="tag-remove relative -ms-0.5 inline-flex h-full items-center rounded-e-xs px-1 text-ink-3 hover:bg-fill-2 hover:text-ink pointer-coarse:px-4 pointer-coarse:before:absolute pointer-coarse:before:-inset-y-1.5 pointer-coarse:before:inset-x-0"
              >
                <X className="size-3" />
              </Combobox.ChipRemove>
            )}
          </Combobox.Chip>
        ))}
        {!disabled && (
          <Combobox.Input
            dir="auto"
            id={field?.id}
            aria-describedby={field?.describedBy}
            aria-invalid={field?.invalid || undefined}
            className="h-5 min-w-24 flex-1 bg-transparent outline-0 pointer-coarse:h-11 pointer-coarse:text-md"
            placeholder={isFull ? tasksTexts.panel.tagsAtMost(LIMITS.tagsMax) : tasksTexts.panel.addTag}
            readOnly={isFull}
            onKeyDown={onKeyDown}
            onBlur={(event) => hasLeftField(event) && add(text)}
          />
        )}
      </Combobox.Chips>
      <Combobox.Portal container={container}>
        <Combobox.Positioner className="z-40 outline-0" align="start" sideOffset={4} collisionPadding={8}>
          <Combobox.Popup className="pop menu w-56">
            <Combobox.List aria-label={tasksTexts.panel.tagsOfProject} className="max-h-60 overflow-y-auto">
              {(tag: string) => (
                <Combobox.Item key={tag} value={tag} className="menu-row">
                  {isNew && tag === query ? (
                    <>
                      <Plus />
                      <span className="min-w-0 flex-1 truncate">{tasksTexts.panel.newTag(tag)}</span>
                    </>
                  ) : (
                    <span className="min-w-0 flex-1 truncate">{tag}</span>
                  )}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
};

/** The tags of a task, to add and remove. */
export const TagsProperty = (props: TaskEditProps) => {
  const { task, disabled } = props;
  const field = useTaskField({ ...props, name: 'tags' });
  return (
    <EditedProperty field={field} label={tasksTexts.fields.tags} wide wordsOf={(tags) => formatField('tags', tags)}>
      {disabled && field.value.length === 0 ? (
        <p className="flex min-h-7.5 items-center gap-2 px-2 text-ink-3 pointer-coarse:min-h-11">
          <Tags /> {tasksTexts.panel.noTags}
        </p>
      ) : (
        <TagsInput
          projectId={task.project.id}
          value={field.value}
          onValueChange={field.choose}
          onUndo={field.clearError}
          disabled={disabled}
        />
      )}
    </EditedProperty>
  );
};
