import type { Control, FieldErrors } from 'react-hook-form';
import type { TaskStatus } from '@contract/enums';
import { Plus } from 'lucide-react';
import { compareNames, fullName } from '../../../lib/text';
import { columnItem } from '../../projects/columns/columnItem';
import { columnOf } from '../../projects/columns/columnOf';
import { useCustomColumns } from '../../projects/columns/useCustomColumns';
import { useCurrentUser } from '../../account/session/SessionContext';
import { controlsTexts } from '../../../texts/controls';
import { newTaskTexts } from '../../../texts/newTask';
import { tasksTexts } from '../../../texts/tasks';
import { NoAvatar } from '../../../ui/Avatar';
import { Button } from '../../../ui/Button';
import { DateField } from '../../../ui/DateField';
import { FormField } from '../../../ui/FormField';
import { Select } from '../../../ui/Select';
import { ProjectSelect } from '../parts/LongSelects';
import { TextInput } from '../../../ui/TextInput';
import type { Member } from '../pickers/members';
import type { NewTaskColumn } from '../model/newTaskPreset';
import { personItem, PRIORITY_ITEMS, projectItems, STATUS_ITEMS } from '../model/selectOptions';
import type { CreateFields, NewTaskFields as Fields } from './taskForm';

const { fields } = tasksTexts;
const NOBODY = 'NOBODY';

interface NewTaskFieldsProps {
  control: Control<Fields>;
  errors: FieldErrors<Fields>;
  /** The fields, combined with the line's values. */
  shown: CreateFields;
  projects: Parameters<typeof projectItems>[0];
  /** The tags of the project; null until they are loaded. */
  members: readonly Member[] | null;
  /** The assignee, if they are not a member of the project. */
  outsider: string | null;
  /** True if loading the members failed. */
  isFailed: boolean;
  /** The column, in a project with its own columns; by default the first one of the status. */
  column: NewTaskColumn | undefined;
  onColumn: (column: NewTaskColumn | undefined) => void;
  /** Called when a field was chosen, so that its value is removed from the line. */
  onChosen: (name: keyof CreateFields) => void;
  /** Called if there is no project to choose. */
  onNewProject: () => void;
}

/** The fields of a new task besides title and description. Each shows the line's value; a choice here overrides it. */
export const NewTaskFields = ({
  control,
  errors,
  shown,
  projects,
  members,
  outsider,
  isFailed,
  column,
  onColumn,
  onChosen,
  onNewProject,
}: NewTaskFieldsProps) => {
  const { id: me } = useCurrentUser();
  // Oneself first.
  const people = (members ?? []).toSorted(
    (a, b) => Number(b.id === me) - Number(a.id === me) || compareNames(fullName(a), fullName(b)),
  );
  const hasProject = shown.projectId !== '';
  const columns = useCustomColumns([shown.projectId]);
  const columnIn = (status: TaskStatus): string | undefined =>
    columnOf(columns, { status, columnId: column?.id ?? '' }, ({ id }) => id)?.id;
  const assigneeHint = !hasProject
    ? newTaskTexts.assigneeNeedsProject
    : isFailed
      ? tasksTexts.pick.fetchMembersFailed
      : outsider === null
        ? undefined
        : newTaskTexts.notMember(outsider);

  return (
    <div className="grid grid-cols-2 gap-[inherit] md:grid-cols-3">
      <FormField
        control={control}
        name="projectId"
        label={fields.project}
        hint={projects?.length === 0 && !errors.projectId ? tasksTexts.create.noProjects : undefined}
        className="max-md:col-span-2"
        onChosen={() => onChosen('projectId')}
      >
        {(field) =>
          projects?.length === 0 ? (
            <Button icon={<Plus />} className="w-full" onClick={onNewProject}>
              {tasksTexts.create.newProject}
            </Button>
          ) : (
            <ProjectSelect
              {...field}
              placeholder={projects ? tasksTexts.create.chooseProject : tasksTexts.create.loadingProjects}
              disabled={!projects}
              items={projectItems(projects)}
              value={shown.projectId}
            />
          )
        }
      </FormField>
      <FormField
        control={control}
        name="assigneeId"
        label={fields.assignee}
        hint={errors.assigneeId ? undefined : assigneeHint}
        className="max-md:col-span-2"
        onChosen={() => onChosen('assigneeId')}
      >
        {({ onValueChange, ...field }) => (
          <Select
            {...field}
            placeholder={controlsTexts.noAssignee}
            disabled={!hasProject}
            items={[
              { value: NOBODY, label: controlsTexts.noAssignee, icon: <NoAvatar decorative /> },
              ...people.map(personItem),
            ]}
            value={hasProject && outsider === null ? shown.assigneeId || NOBODY : null}
            onValueChange={(next) => onValueChange(next === NOBODY ? '' : next)}
          />
        )}
      </FormField>
      <FormField control={control} name="status" label={fields.status}>
        {({ value, onValueChange, ...field }) => (
          <Select
            {...field}
            items={columns.length > 0 ? columns.map(columnItem) : STATUS_ITEMS}
            value={columnIn(value ?? 'TODO') ?? value ?? 'TODO'}
            onValueChange={(next: string) => {
              const chosen = columns.find(({ id }) => id === next);
              onColumn(chosen);
              onValueChange(chosen?.status ?? (next as TaskStatus));
            }}
          />
        )}
      </FormField>
      <FormField control={control} name="priority" label={fields.priority} onChosen={() => onChosen('priority')}>
        {(field) => <Select {...field} items={PRIORITY_ITEMS} value={shown.priority ?? ''} />}
      </FormField>
      <FormField
        control={control}
        name="dueDate"
        label={fields.dueDate}
        className="max-md:col-span-2"
        onChosen={() => onChosen('dueDate')}
      >
        {(field) => <DateField {...field} value={shown.dueDate ?? ''} />}
      </FormField>
      <FormField
        control={control}
        name="tags"
        label={fields.tags}
        hint={tasksTexts.create.tagsHint}
        className="max-md:col-span-2"
        onChosen={() => onChosen('tags')}
      >
        {({ onValueChange, ...field }) => (
          <TextInput
            {...field}
            value={shown.tags ?? ''}
            onChange={({ target }) => onValueChange(target.value)}
            autoComplete="off"
            placeholder={newTaskTexts.tagsPlaceholder}
          />
        )}
      </FormField>
    </div>
  );
};
