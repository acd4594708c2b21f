import { PRIORITY_LABELS, STATUS_LABELS } from '../../../lib/text';
import { controlsTexts } from '../../../texts/controls';
import { tasksTexts } from '../../../texts/tasks';
import { NoAvatar } from '../../../ui/Avatar';
import { SearchSelect } from '../../../ui/SearchSelect';
import { Select } from '../../../ui/Select';
import { personItem, PRIORITY_ITEMS, STATUS_ITEMS } from '../model/taskChoices';
import { EditedProperty, type TaskEditProps } from './Property';
import { useTaskField } from './useTaskField';

/** The column that a task stands in, to choose. */
export const StatusProperty = (props: TaskEditProps) => {
  const field = useTaskField({ ...props, name: 'status' });
  const choice = { value: field.value, onValueChange: field.choose, disabled: props.disabled };
  return (
    <EditedProperty field={field} label={tasksTexts.fields.status} wordsOf={(it) => STATUS_LABELS[it]}>
      <Select look="quiet" {...choice} items={STATUS_ITEMS} />
    </EditedProperty>
  );
};

/** How urgent a task is, to choose. */
export const PriorityProperty = (props: TaskEditProps) => {
  const field = useTaskField({ ...props, name: 'priority' });
  const choice = { value: field.value, onValueChange: field.choose, disabled: props.disabled };
  return (
    <EditedProperty field={field} label={tasksTexts.fields.priority} wordsOf={(it) => PRIORITY_LABELS[it]}>
      <Select look="quiet" {...choice} items={PRIORITY_ITEMS} />
    </EditedProperty>
  );
};

/** From so many people on, one is found faster by typing. */
const MANY = 8;

/** Whose task it is, to choose among the members of its project. */
export const AssigneeProperty = (props: TaskEditProps) => {
  const { assignee, project } = props.task;
  const field = useTaskField({ ...props, name: 'assigneeId' });
  const members = project.members.nodes.map(({ user }) => user);
  // A project may have more members than were read.
  const isListed = !assignee || members.some(({ id }) => id === assignee.id);
  const items = [
    { value: '', label: controlsTexts.noAssignee, icon: <NoAvatar decorative /> },
    ...(isListed ? [] : [personItem(assignee)]),
    ...members.map(personItem),
  ];
  const wordsOf = (id: string | null): string =>
    items.find((item) => item.value === (id ?? ''))?.label ?? tasksTexts.somebody;
  const choice = {
    look: 'quiet',
    value: field.value ?? '',
    onValueChange: (id: string) => field.choose(id || null),
    items,
    disabled: props.disabled,
  } as const;
  return (
    <EditedProperty field={field} label={tasksTexts.fields.assignee} wordsOf={wordsOf}>
      {members.length > MANY ? (
        <SearchSelect {...choice} searchLabel={tasksTexts.panel.searchMembers} empty={controlsTexts.noMatches} />
      ) : (
        <Select {...choice} />
      )}
    </EditedProperty>
  );
};
