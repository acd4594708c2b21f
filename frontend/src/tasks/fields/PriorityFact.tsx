import { PRIORITY_LABELS } from '../../lib/text';
import { tasksTexts } from '../../texts/tasks';
import { Select } from '../../ui/Select';
import { ChoiceConflict } from './ChoiceConflict';
import { Fact } from './Fact';
import type { FactEditProps } from './factProps';
import { PRIORITY_ITEMS } from '../taskChoices';
import { useTaskField } from './useTaskField';

/** How urgent a task is, to choose. */
export const PriorityFact = ({ task, disabled, onSaved }: FactEditProps) => {
  const field = useTaskField({ task, name: 'priority', disabled, onSaved });
  const { value, choose, pending, error, conflict } = field;
  const settle = conflict && (
    <ChoiceConflict field={field} taskId={task.id} name="priority" read={(it) => PRIORITY_LABELS[it]} />
  );
  return (
    <Fact label={tasksTexts.fields.priority} pending={pending} error={error} below={settle}>
      <Select look="quiet" value={value} onValueChange={choose} items={PRIORITY_ITEMS} disabled={disabled} />
    </Fact>
  );
};
