import { Controller, type Control, type FieldErrors } from 'react-hook-form';
import type { TaskStatus } from '@contract/enums';
import { Plus } from 'lucide-react';
import { fullName } from '../../../lib/text';
import { columnItem } from '../../projects/columns/columnItem';
import { columnOf } from '../../projects/columns/columnOf';
import { useOwnColumns } from '../../projects/columns/useOwnColumns';
import { useCurrentUser } from '../../account/session/SessionContext';
import { controlsTexts } from '../../../texts/controls';
import { newTaskTexts } from '../../../texts/newTask';
import { tasksTexts } from '../../../texts/tasks';
import { NoAvatar } from '../../../ui/Avatar';
import { Button } from '../../../ui/Button';
import { DateField } from '../../../ui/DateField';
import { Field } from '../../../ui/Field';
import { Select } from '../../../ui/Select';
import { ProjectSelect } from '../parts/ProjectSelect';
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
    (a, b) => Number(b.id === me) - Number(a.id === me) || fullName(a).localeCompare(fullName(b)),
  );
  const hasProject = shown.projectId !== '';
  const columns = useOwnColumns([shown.projectId]);
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
      <Controller
        control={control}
        name="projectId"
        render={({ field: { onChange, onBlur, ref } }) => (
          <Field
            label={fields.project}
            error={errors.projectId?.message}
            hint={projects?.length === 0 && !errors.projectId ? tasksTexts.create.noProjects : undefined}
            className="max-md:col-span-2"
          >
            {projects?.length === 0 ? (
              <Button icon={<Plus />} className="w-full" onClick={onNewProject}>
                {tasksTexts.create.newProject}
              </Button>
            ) : (
              <ProjectSelect
                placeholder={projects ? tasksTexts.create.chooseProject : tasksTexts.create.loadingProjects}
                disabled={!projects}
                items={projectItems(projects)}
                value={shown.projectId}
                onValueChange={(next) => {
                  onChange(next);
                  onChosen('projectId');
                }}
                onBlur={onBlur}
                ref={ref}
              />
            )}
          </Field>
        )}
      />
      <Controller
        control={control}
        name="assigneeId"
        render={({ field: { onChange, onBlur, ref } }) => (
          <Field
            label={fields.assignee}
            error={errors.assigneeId?.message}
            hint={errors.assigneeId ? undefined : assigneeHint}
            className="max-md:col-span-2"
          >
            <Select
              placeholder={controlsTexts.noAssignee}
              disabled={!hasProject}
              items={[
                { value: NOBODY, label: controlsTexts.noAssignee, icon: <NoAvatar decorative /> },
                ...people.map(personItem),
              ]}
              value={hasProject && outsider === null ? shown.assigneeId || NOBODY : null}
              onValueChange={(next) => {
                onChange(next === NOBODY ? '' : next);
                onChosen('assigneeId');
              }}
              onBlur={onBlur}
              ref={ref}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="status"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Field label={fields.status} error={errors.status?.message}>
            <Select
              items={columns.length > 0 ? columns.map(columnItem) : STATUS_ITEMS}
              value={columnIn(value ?? 'TODO') ?? value ?? 'TODO'}
              onValueChange={(next: string) => {
                const chosen = columns.find(({ id }) => id === next);
                onColumn(chosen);
                onChange(chosen?.status ?? next);
              }}
              onBlur={onBlur}
              ref={ref}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="priority"
        render={({ field: { onChange, onBlur, ref } }) => (
          <Field label={fields.priority} error={errors.priority?.message}>
            <Select
              items={PRIORITY_ITEMS}
              value={shown.priority ?? ''}
              onValueChange={(next) => {
                onChange(next);
                onChosen('priority');
              }}
              onBlur={onBlur}
              ref={ref}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="dueDate"
        render={({ field: { onChange, onBlur } }) => (
          <Field label={fields.dueDate} error={errors.dueDate?.message} className="max-md:col-span-2">
            <DateField
              value={shown.dueDate ?? ''}
              onValueChange={(next) => {
                onChange(next);
                onChosen('dueDate');
              }}
              onBlur={onBlur}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="tags"
        render={({ field: { onChange, onBlur, ref } }) => (
          <Field
            label={fields.tags}
            hint={tasksTexts.create.tagsHint}
            error={errors.tags?.message}
            className="max-md:col-span-2"
          >
            <TextInput
              value={shown.tags ?? ''}
              onChange={(event) => {
                onChange(event);
                onChosen('tags');
              }}
              onBlur={onBlur}
              ref={ref}
              autoComplete="off"
              placeholder={newTaskTexts.tagsPlaceholder}
            />
          </Field>
        )}
      />
    </div>
  );
};
