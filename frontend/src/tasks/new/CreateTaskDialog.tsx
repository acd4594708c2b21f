import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import type { TaskStatus } from '@contract/enums';
import { CreateProjectDialog } from '../../projects/CreateProjectDialog';
import { DraftNote } from '../../projects/DraftNote';
import { showErrors } from '../../graphql/formErrors';
import { useAttempt } from '../../projects/useAttempt';
import { useOpenedDraft } from '../../projects/useOpenedDraft';
import { useAllProjects } from '../../projects/useProjects';
import { projectsTexts } from '../../texts/projects';
import { tasksTexts } from '../../texts/tasks';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { EmptyState } from '../../ui/EmptyState';
import { notify } from '../../ui/notify';
import { ProjectDot } from '../../ui/ProjectDot';
import { StatusBadge } from '../../ui/StatusBadge';
import { DueDateField, PriorityField, SelectField } from './TaskChoiceFields';
import { createFormSchema, emptyTask } from './taskForm';
import { DescriptionField, FieldPair, TagsField, TitleField } from './TaskTextFields';
import { useCreateTask } from './useCreateTask';

/** What is begun on a project's page is not met again on another's. */
const draftKey = (projectId: string | undefined): string => (projectId ? `create-task:${projectId}` : 'create-task');

interface CreateTaskDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The column the task is created in, which the form names; To Do by default. */
  status?: TaskStatus | undefined;
  /** The project chosen at first. */
  projectId?: string | undefined;
  onCreated?: () => void;
}

/** The form for a new task. What is typed is there again when it opens again, after a reload too, unless it was cancelled. */
export const CreateTaskDialog = ({ open, onOpenChange, status, projectId, onCreated }: CreateTaskDialogProps) => {
  const { projects } = useAllProjects();
  const [create, { loading }] = useCreateTask();
  const attempt = useAttempt();
  const [creatingProject, setCreatingProject] = useState(false);
  const form = useForm({ resolver: valibotResolver(createFormSchema), defaultValues: emptyTask });
  const { errors } = form.formState;
  const { register, control } = form;
  const description = useWatch({ control, name: 'description' });
  const draft = useOpenedDraft(form, { key: draftKey(projectId), empty: emptyTask, open, preset: ['projectId'] });

  const preset = projectId ?? (projects?.length === 1 ? projects[0]?.id : undefined);
  useEffect(() => {
    if (!open) return;
    const chosen = form.getValues('projectId');
    // A project kept from another day may be gone.
    const isGone = projects !== null && chosen !== '' && !projects.some(({ id }) => id === chosen);
    if (!chosen || isGone) form.setValue('projectId', preset ?? '');
  }, [open, preset, projects, form]);

  const giveUp = (): void => {
    draft.discard();
    form.setValue('projectId', preset ?? '');
  };
  const discard = (): void => {
    giveUp();
    form.setFocus('title');
  };
  /** Unlike Escape and the way back, which keep it for another time. */
  const cancel = (): void => {
    giveUp();
    onOpenChange(false);
  };

  const submit = form.handleSubmit(async (fields) => {
    const input = { ...fields, ...(status && { status }) };
    try {
      await create({ ...input, ...attempt(input) });
    } catch (error) {
      showErrors(form, error, tasksTexts.create.failed);
      return;
    }
    draft.discard();
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
      note={
        (status !== undefined || draft.isRestored) && (
          <>
            {status && <StatusBadge status={status} />}
            {draft.isRestored && <DraftNote onDiscard={discard} />}
          </>
        )
      }
      form={{
        onSubmit: (event) => void submit(event),
        submitLabel: tasksTexts.create.submit,
        pending: loading,
        onCancel: cancel,
      }}
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
