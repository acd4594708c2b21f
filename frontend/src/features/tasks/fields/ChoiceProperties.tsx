import { controlsTexts } from '../../../texts/controls';
import { tasksTexts } from '../../../texts/tasks';
import { NoAvatar } from '../../../ui/Avatar';
import { Select } from '../../../ui/Select';
import { MANY_ITEMS } from '../../../ui/SelectList';
import { formatField, TASK_FIELDS, type ChoiceField } from '../model/fields';
import { personItem } from '../model/selectOptions';
import { PersonSelect } from '../parts/LongSelects';
import { EditedProperty, type TaskEditProps } from './Property';
import { useAssignees } from './useAssignees';
import { useTaskField } from './useTaskField';

const toItem = (value: string | number | null): string | null => (value === null ? null : String(value));

/** A field with a fixed set of values. */
export const ChoiceProperty = ({ name, ...props }: TaskEditProps & { name: ChoiceField }) => {
  const { label, items, parse } = TASK_FIELDS[name];
  const field = useTaskField<ChoiceField>({ ...props, name });
  const choose = (item: string): void => {
    const value = parse(item);
    if (value !== undefined) field.choose(value);
  };
  return (
    <EditedProperty field={field} label={label} wordsOf={(value) => formatField(name, value)}>
      <Select look="quiet" value={toItem(field.value)} onValueChange={choose} items={items} disabled={props.disabled} />
    </EditedProperty>
  );
};

/** The assignee, chosen among the members of the task's project. */
export const AssigneeProperty = (props: TaskEditProps) => {
  const { assignee, project } = props.task;
  const field = useTaskField({ ...props, name: 'assigneeId' });
  const { people, isCut, readAll } = useAssignees(project);
  // They may be a viewer by now, or not be read yet.
  const isListed = !assignee || people.some(({ id }) => id === assignee.id);
  const items = [
    { value: '', label: controlsTexts.noAssignee, icon: <NoAvatar decorative /> },
    ...(isListed ? [] : [personItem(assignee)]),
    ...people.map(personItem),
  ];
  const wordsOf = (id: string | null): string =>
    items.find((item) => item.value === (id ?? ''))?.label ?? tasksTexts.someone;
  return (
    <EditedProperty field={field} label={tasksTexts.fields.assignee} wordsOf={wordsOf}>
      <PersonSelect
        look="quiet"
        value={field.value ?? ''}
        onValueChange={(id) => field.choose(id || null)}
        items={items}
        isLong={isCut || people.length > MANY_ITEMS}
        onOpen={() => void readAll()}
        disabled={props.disabled}
      />
    </EditedProperty>
  );
};
