import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import type { TaskStatus } from '@contract/enums';
import { DUE_TIME, LIMITS } from '@contract/limits';
import { CreateProjectDialog } from '../../projects/CreateProjectDialog';
import { DraftNote } from '../../projects/DraftNote';
import { formatDue } from '../../lib/dueText';
import { undoButton } from '../../graphql/acts';
import { showErrors } from '../../graphql/formErrors';
import { waits } from '../../graphql/links';
import { useAttempt } from '../../projects/useAttempt';
import { useOpenedDraft } from '../../projects/useOpenedDraft';
import { useAllProjects } from '../../projects/useProjects';
import { projectsTexts } from '../../texts/projects';
import { tasksTexts } from '../../texts/tasks';
import { Button } from '../../ui/Button';
import { ChoiceCards } from '../../ui/ChoiceCards';
import { DateField } from '../../ui/DateField';
import { Dialog } from '../../ui/Dialog';
import { EmptyState } from '../../ui/EmptyState';
import { Field } from '../../ui/Field';
import { notify } from '../../ui/notify';
import { Select } from '../../ui/Select';
import { StatusBadge } from '../../ui/StatusBadge';
import { TextArea } from '../../ui/TextArea';
import { TextInput } from '../../ui/TextInput';
import { PRIORITY_ITEMS, projectItems } from '../taskChoices';
import { useCreateTask } from '../useTaskWrites';
import { createFormSchema, emptyTask } from './taskForm';

const { fields } = tasksTexts;

/** What is begun on a project's page is not met again on another's. */
const draftKey = (projectId: string | undefined): string => (projectId ? `create-task:${projectId}` : 'create-task');

interface CreateTaskDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The column the task is created in, which the form names; To Do by default. */
  status?: TaskStatus | undefined;
  /** The day it is due at first, '2026-11-24'. */
  day?: string | undefined;
  /** The project chosen at first. */
  projectId?: string | undefined;
  onCreated?: () => void;
}

/** The form for a new task. What is typed is there again when it opens again, after a reload too, unless it was cancelled. */
export const CreateTaskDialog = ({ open, onOpenChange, status, day, projectId, onCreated }: CreateTaskDialogProps) => {
  const { projects, error: projectsError } = useAllProjects();
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
    if (chosen && !isGone) return;
    form.setValue('projectId', preset ?? '');
    // Sent before the projects were here: what was missing then is there now.
    if (preset) form.clearErrors('projectId');
  }, [open, preset, projects, form]);

  useEffect(() => {
    if (open && day !== undefined) form.setValue('dueDate', formatDue(`${day}T${DUE_TIME}`));
  }, [open, day, form]);

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

  const send = form.handleSubmit(async (values) => {
    const input = { ...values, ...(status && { status }) };
    const names = attempt(input);
    let isWaiting: boolean;
    try {
      isWaiting = waits(await create({ ...input, ...names }));
    } catch (error) {
      showErrors(form, error, tasksTexts.create.failed);
      return;
    }
    draft.discard();
    onOpenChange(false);
    if (!isWaiting) notify.success(tasksTexts.create.done, undoButton(names.mutationId));
    onCreated?.();
  });

  // What is sent before the projects are here waits for them: an only one is chosen by itself.
  const isWaiting = projects === null && projectsError === undefined;
  const isHeld = useRef(false);
  const submit = (): void => {
    if (isWaiting && form.getValues('projectId') === '') isHeld.current = true;
    else void send();
  };
  const sendHeld = useEffectEvent(() => void send());
  useEffect(() => {
    if (open && isWaiting) return;
    if (open && isHeld.current) sendHeld();
    isHeld.current = false;
  }, [isWaiting, open]);

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
        onSubmit: (event) => {
          event.preventDefault();
          submit();
        },
        submitLabel: tasksTexts.create.submit,
        pending: loading,
        onCancel: cancel,
      }}
    >
      <Field label={fields.title} error={errors.title?.message}>
        <TextInput {...register('title')} autoComplete="off" />
      </Field>
      <Field
        label={fields.description}
        optional
        error={errors.description?.message}
        counter={{ length: description.length, max: LIMITS.taskDescriptionMax }}
      >
        <TextArea {...register('description')} rows={3} />
      </Field>
      <Controller
        control={control}
        name="priority"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Field label={fields.priority} group error={errors.priority?.message}>
            <ChoiceCards
              stacked
              choices={PRIORITY_ITEMS}
              value={value}
              onValueChange={onChange}
              onBlur={onBlur}
              ref={ref}
            />
          </Field>
        )}
      />
      {/* Two fields beside each other where there is room. */}
      <div className="grid gap-[inherit] md:grid-cols-2">
        <Controller
          control={control}
          name="projectId"
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <Field label={fields.project} error={errors.projectId?.message}>
              <Select
                placeholder={projects ? tasksTexts.create.chooseProject : tasksTexts.create.loadingProjects}
                disabled={!projects}
                items={projectItems(projects)}
                value={value}
                onValueChange={onChange}
                onBlur={onBlur}
                ref={ref}
              />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="dueDate"
          render={({ field: { value, onChange, onBlur } }) => (
            <Field label={fields.dueDate} optional error={errors.dueDate?.message}>
              <DateField value={value} onValueChange={onChange} onBlur={onBlur} />
            </Field>
          )}
        />
      </div>
      <Field label={fields.tags} optional hint={tasksTexts.create.tagsHint} error={errors.tags?.message}>
        <TextInput {...register('tags')} autoComplete="off" />
      </Field>
    </Dialog>
  );
};
