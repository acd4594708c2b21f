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

/** The person who changed this field last. */
const useAuthor = (taskId: string, field: TaskField): Author => {
  const { data } = useQuery(TaskLastChangesDocument, {
    variables: { id: taskId },
    // The task's history, where it is shown, is read in pages of its own.
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

/** Another person has changed the same field: shows both texts and the choice between them. */
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
