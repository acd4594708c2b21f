import { controlsTexts } from '../../texts/controls';
import { tasksTexts } from '../../texts/tasks';
import type { TaskFieldsFragment } from '../TaskFields.generated';
import { Avatar, NoAvatar } from '../../ui/Avatar';
import { Select } from '../../ui/Select';
import { SearchSelect } from '../../ui/SearchSelect';
import { ChoiceConflict } from './ChoiceConflict';
import { Fact } from './Fact';
import type { FactEditProps, TaskMember } from './factProps';
import { useTaskField } from './useTaskField';

/** From so many people on, one is found faster by typing. */
const MANY = 8;

const toItem = (person: TaskMember | NonNullable<TaskFieldsFragment['assignee']>) => ({
  value: person.id,
  label: person.name,
  icon: <Avatar user={person} decorative />,
});

/** Whose task it is, to choose among the members of its project. */
export const AssigneeFact = ({ task, disabled, onSaved }: FactEditProps) => {
  const field = useTaskField({ task, name: 'assigneeId', disabled, onSaved });
  const { value, choose, pending, error, conflict } = field;
  const members = task.project.members.nodes.map(({ user }) => user);
  const { assignee } = task;
  // A project may have more members than were read.
  const isListed = !assignee || members.some(({ id }) => id === assignee.id);
  const items = [
    { value: '', label: controlsTexts.noAssignee, icon: <NoAvatar decorative /> },
    ...(isListed ? [] : [toItem(assignee)]),
    ...members.map(toItem),
  ];
  const labelOf = (id: string | null): string =>
    items.find((item) => item.value === (id ?? ''))?.label ?? tasksTexts.somebody;
  const settle = conflict && <ChoiceConflict field={field} taskId={task.id} name="assigneeId" read={labelOf} />;
  const choice = {
    look: 'quiet',
    value: value ?? '',
    onValueChange: (id: string) => choose(id || null),
    items,
    disabled,
  } as const;
  return (
    <Fact label={tasksTexts.fields.assignee} pending={pending} error={error} below={settle}>
      {members.length > MANY ? (
        <SearchSelect {...choice} searchLabel={tasksTexts.panel.searchMembers} />
      ) : (
        <Select {...choice} />
      )}
    </Fact>
  );
};
