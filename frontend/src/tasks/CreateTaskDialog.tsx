import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import type { TaskStatus } from '@contract/enums';
import { clearDraft, readDraft } from '../lib/drafts';
import { CreateProjectDialog } from '../projects/CreateProjectDialog';
import { showErrors } from '../projects/formErrors';
import { useAttempt } from '../projects/useAttempt';
import { resetForm } from '../lib/resetForm';
import { useFormDraft } from '../projects/useFormDraft';
import { useAllProjects } from '../projects/useProjects';
import { controlsTexts } from '../texts/controls';
import { projectsTexts } from '../texts/projects';
import { tasksTexts } from '../texts/tasks';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { EmptyState } from '../ui/EmptyState';
import { notify } from '../ui/notify';
import { ProjectDot } from '../ui/ProjectDot';
import { DueDateField, PriorityField, SelectField } from './TaskChoiceFields';
import { createFormSchema, emptyTask } from './taskForm';
import { DescriptionField, FieldPair, TagsField, TitleField } from './TaskTextFields';
import { useCreateTask } from './useCreateTask';

const DRAFT = 'create-task';

interface CreateTaskDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The column the task is created in; To Do by default. */
  status?: TaskStatus | undefined;
  /** The project chosen at first. */
  projectId?: string | undefined;
  onCreated?: () => void;
}

/** The form for a new task. What is typed is there again when it opens again, after a reload too. */
export const CreateTaskDialog = ({ open, onOpenChange, status, projectId, onCreated }: CreateTaskDialogProps) => {
  const { projects } = useAllProjects();
  const [create, { loading }] = useCreateTask();
  const attempt = useAttempt();
  const [creatingProject, setCreatingProject] = useState(false);
  const form = useForm({ resolver: valibotResolver(createFormSchema), defaultValues: readDraft(DRAFT, emptyTask) });
  const { errors } = form.formState;
  const { register, control } = form;
  const description = useWatch({ control, name: 'description' });
  useFormDraft(form, DRAFT);

  // Another form for a new task, such as the one that C opens, may have been typed into meanwhile.
  useEffect(() => {
    if (open) resetForm(form, readDraft(DRAFT, emptyTask));
  }, [open, form]);

  const preset = projectId ?? (projects?.length === 1 ? projects[0]?.id : undefined);
  useEffect(() => {
    if (!open) return;
    const chosen = form.getValues('projectId');
    // A project kept from another day may be gone.
    const isGone = projects !== null && chosen !== '' && !projects.some(({ id }) => id === chosen);
    if (projectId || !chosen || isGone) form.setValue('projectId', preset ?? '');
  }, [open, projectId, preset, projects, form]);

  const submit = form.handleSubmit(async (fields) => {
    const input = { ...fields, ...(status && { status }) };
    try {
      await create({ ...input, ...attempt(input) });
    } catch (error) {
      showErrors(form, error, tasksTexts.create.failed);
      return;
    }
    resetForm(form, emptyTask);
    clearDraft(DRAFT);
    onOpenChange(false);
    notify.success(tasksTexts.create.done);
    onCreated?.();
  });

  if (projects?.length === 0) {
    return (
      <>
        <Dialog open={open && !creatingProject} onOpenChange={onOpenChange} title={tasksTexts.create.title}>
          <EmptyState
            {...tasksTexts.create.noProjects}
            action={
              <Button variant="primary" onClick={() => setCreatingProject(true)}>
                {projectsTexts.newProject}
              </Button>
            }
          />
        </Dialog>
        <CreateProjectDialog open={open && creatingProject} onOpenChange={setCreatingProject} />
      </>
    );
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={tasksTexts.create.title}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{controlsTexts.cancel}</Button>
          <Button type="submit" variant="primary" pending={loading}>
            {tasksTexts.create.submit}
          </Button>
        </>
      }
    >
      <TitleField input={register('title')} error={errors.title?.message} />
      <DescriptionField
        input={register('description')}
        error={errors.description?.message}
        length={description.length}
      />
      <PriorityField control={control} name="priority" />
      <FieldPair>
        <SelectField
          control={control}
          name="projectId"
          label={tasksTexts.fields.project}
          placeholder={projects ? tasksTexts.create.chooseProject : tasksTexts.create.loadingProjects}
          disabled={!projects}
          items={(projects ?? []).map(({ id, name, color }) => ({
            value: id,
            label: name,
            icon: <ProjectDot color={color} />,
          }))}
        />
        <DueDateField control={control} name="dueDate" />
      </FieldPair>
      <TagsField input={register('tags')} error={errors.tags?.message} />
    </Dialog>
  );
};
