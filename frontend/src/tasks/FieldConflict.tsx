import { useQuery } from '@apollo/client/react';
import { formatMoment } from '../lib/dates';
import { useNow } from '../lib/useNow';
import { TaskLastChangesDocument } from './TaskLastChanges.generated';
import type { TaskField } from './taskValues';
import { TextConflict } from './TextConflict';

const SOMEBODY = 'Somebody';

interface Author {
  name: string;
  at: string | null;
}

/** Who has changed this field last. */
const useAuthor = (taskId: string, field: TaskField): Author => {
  const { data } = useQuery(TaskLastChangesDocument, {
    variables: { id: taskId },
    // The task's history, where it is shown, is read in pages of its own.
    fetchPolicy: 'no-cache',
  });
  const change = data?.task?.history.nodes.find(({ fields }) => Object.hasOwn(fields, field));
  return { name: change?.actor?.name ?? SOMEBODY, at: change?.at ?? null };
};

interface FieldConflictProps {
  taskId: string;
  field: TaskField;
  /** As it is called within a sentence. */
  label: string;
  mine: string;
  theirs: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onKeepBoth?: (() => void) | undefined;
}

/** Somebody else has changed the same field: both texts and the choice between them. */
export const FieldConflict = (props: FieldConflictProps) => {
  const { taskId, field, label, ...rest } = props;
  const { name, at } = useAuthor(taskId, field);
  const now = useNow();
  return (
    <TextConflict
      {...rest}
      label={`Conflict: ${label}`}
      title={`${name} changed this ${label} while you were writing`}
      who={name === SOMEBODY ? 'Theirs' : name}
      when={at && formatMoment(at, now)}
    />
  );
};
