import { useQuery } from '@apollo/client/react';
import type { TaskField } from '@contract/tasks';
import { formatMoment } from '../../../lib/dates/format';
import { useNow } from '../../../lib/useNow';
import { projectsTexts } from '../../../texts/projects';
import { tasksTexts } from '../../../texts/tasks';
import { TextConflict } from '../../../ui/TextConflict';
import { TaskLastChangesDocument } from './TaskLastChanges.generated';
import type { TaskFieldEdit } from './useTaskField';

const { conflict } = tasksTexts;

interface Author {
  name: string | undefined;
  at: string | null;
}

/** Returns the person who changed this field last. */
const useAuthor = (taskId: string, field: TaskField): Author => {
  const { data } = useQuery(TaskLastChangesDocument, {
    variables: { id: taskId },
    // Not cached, because the visible history of the task has its own pages.
    fetchPolicy: 'no-cache',
  });
  const change = data?.task?.history.nodes.find(({ fields }) => Object.hasOwn(fields, field));
  return { name: change?.actor?.name, at: change?.at ?? null };
};

interface FieldConflictProps {
  field: Pick<TaskFieldEdit<unknown>, 'taskId' | 'name' | 'keepMine' | 'undo'>;
  mine: string;
  theirs: string;
  onKeepBoth?: (() => void) | undefined;
}

/** Shown if another person changed the same field: both texts, and the choice between them. */
export const FieldConflict = ({ field, ...texts }: FieldConflictProps) => {
  const { name, at } = useAuthor(field.taskId, field.name);
  const now = useNow();
  return (
    <TextConflict
      {...texts}
      onKeepMine={field.keepMine}
      onTakeTheirs={field.undo}
      label={conflict.label(field.name)}
      title={conflict.changedBy(field.name, name ?? tasksTexts.someone)}
      who={name ?? projectsTexts.conflict.theirs}
      when={at && formatMoment(at, now)}
    />
  );
};
