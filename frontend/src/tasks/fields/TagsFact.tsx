import { Tags } from 'lucide-react';
import { LIMITS } from '@contract/limits';
import { tasksTexts } from '../../texts/tasks';
import { ChoiceConflict } from './ChoiceConflict';
import { Fact } from './Fact';
import type { FactEditProps } from './factProps';
import { TagsInput } from './TagsInput';
import { useTaskField } from './useTaskField';

const wordsOf = (tags: readonly string[]): string => tags.join(', ');

/** The words on a task, to add to and take from. */
export const TagsFact = ({ task, disabled, onSaved }: FactEditProps) => {
  const field = useTaskField({ task, name: 'tags', disabled, onSaved });
  const { value, choose, clearError, pending, error, conflict } = field;
  const settle = conflict && <ChoiceConflict field={field} taskId={task.id} name="tags" read={wordsOf} />;
  return (
    <Fact label={tasksTexts.fields.tags} wide pending={pending} error={error} below={settle}>
      {disabled && value.length === 0 ? (
        <p className="flex min-h-7.5 items-center gap-2 px-2 text-ink-3">
          <Tags /> {tasksTexts.panel.noTags}
        </p>
      ) : (
        <TagsInput
          projectId={task.project.id}
          value={value}
          onValueChange={choose}
          onUndo={clearError}
          disabled={disabled}
          isFull={value.length >= LIMITS.tagsMax}
        />
      )}
    </Fact>
  );
};
