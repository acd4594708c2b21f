import { FieldConflict } from './FieldConflict';
import type { TaskField } from './taskValues';
import type { TaskFieldEdit } from './useTaskField';

interface ChoiceConflictProps<Value> {
  field: TaskFieldEdit<Value>;
  taskId: string;
  name: TaskField;
  /** A value as people read it. */
  read: (value: Value) => string;
}

/** The choice between one's own value and somebody else's, where they collided. */
export const ChoiceConflict = <Value,>({ field, taskId, name, read }: ChoiceConflictProps<Value>) =>
  field.conflict && (
    <FieldConflict
      taskId={taskId}
      field={name}
      mine={read(field.conflict.mine)}
      theirs={read(field.conflict.theirs)}
      onKeepMine={field.keepMine}
      onTakeTheirs={field.undo}
    />
  );
