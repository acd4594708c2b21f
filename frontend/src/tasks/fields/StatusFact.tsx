import { STATUS_LABELS } from '../../lib/text';
import { tasksTexts } from '../../texts/tasks';
import { Select } from '../../ui/Select';
import { ChoiceConflict } from './ChoiceConflict';
import { Fact } from './Fact';
import type { FactEditProps } from './factProps';
import { STATUS_ITEMS } from '../taskChoices';
import { useTaskField } from './useTaskField';

/** The column that a task stands in, to choose. */
export const StatusFact = ({ task, disabled, onSaved }: FactEditProps) => {
  const field = useTaskField({ task, name: 'status', disabled, onSaved });
  const { value, choose, pending, error, conflict } = field;
  const settle = conflict && (
    <ChoiceConflict field={field} taskId={task.id} name="status" read={(it) => STATUS_LABELS[it]} />
  );
  return (
    <Fact label={tasksTexts.fields.status} pending={pending} error={error} below={settle}>
      <Select look="quiet" value={value} onValueChange={choose} items={STATUS_ITEMS} disabled={disabled} />
    </Fact>
  );
};
