import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { formResolver } from '../../lib/formResolver';
import { undoButton } from '../../sync/client/undoableActions';
import { showErrors } from '../../sync/client/formErrors';
import { useWrite } from '../../sync/writes/runWrite';
import { projectsTexts } from '../../texts/projects';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { notify } from '../../ui/notify';
import { Select } from '../../ui/Select';
import { useFocusRefused } from '../../ui/useFocusRefused';
import { DraftNote } from './DraftNote';
import { FirstDayField, readFirstDay } from './FirstDayField';
import { ProjectFields } from './ProjectFields';
import { emptyProject, projectFormSchema } from './projectForm';
import { useAllProjects } from './useProjects';
import { useRetryableSend } from '../../sync/writes/useRetryableSend';
import { useDialogDraft } from './useDialogDraft';
import { createProject } from './writes/createProject';

const DRAFT = 'create-project';
const { template: texts } = projectsTexts;

export interface CreateProjectDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The template that is chosen at first. */
  templateId?: string;
  /** The project is there. */
  onCreated?: (id: string) => void;
}

/** The form for a new project. It opens with the draft, unless that was canceled. */
export const CreateProjectDialog = ({ open, onOpenChange, templateId = '', onCreated }: CreateProjectDialogProps) => {
  const create = useWrite(createProject);
  const attempt = useRetryableSend();
  const form = useForm({ resolver: formResolver(projectFormSchema), defaultValues: emptyProject });
  const draft = useDialogDraft(form, { key: DRAFT, empty: emptyProject, open });

  const templates = useAllProjects().projects?.filter(({ isTemplate }) => isTemplate) ?? [];
  const [chosen, setChosen] = useState(templateId);
  const [day, setDay] = useState('');
  const [tries, setTries] = useState(0);
  const datesFrom = chosen === '' ? null : readFirstDay(day);
  const firstDay = useFocusRefused<HTMLDivElement>(tries);

  /** Discards the draft and the choices besides it, because the closed dialog stays mounted. */
  const reset = (): void => {
    draft.discard();
    setChosen(templateId);
    setDay('');
    setTries(0);
  };

  const submit = form.handleSubmit(async (typed) => {
    setTries(tries + 1);
    if (datesFrom === undefined) return;
    const fields = { ...typed, ...(chosen !== '' && { templateId: chosen, datesFrom }) };
    const sent = form.getValues();
    let names: { id: string; mutationId: string; isQueued: boolean };
    try {
      names = await attempt(fields, async (ids) => ({ ...ids, ...(await create({ ...fields, ...ids })) }));
    } catch (error) {
      showErrors(form, error, projectsTexts.create.failed, draft.isShown.current);
      return;
    }
    const isSettled = draft.settle(sent);
    if (isSettled) {
      reset();
      onOpenChange(false);
    }
    if (names.isQueued) return;
    notify.success(projectsTexts.create.done, undoButton(names.mutationId));
    if (isSettled) onCreated?.(names.id);
  });

  /** Cancel discards the draft; Escape and Back keep it. */
  const cancel = (): void => {
    reset();
    onOpenChange(false);
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={projectsTexts.create.title}
      note={draft.isRestored && <DraftNote onDiscard={reset} />}
      form={{
        onSubmit: submit,
        submitLabel: projectsTexts.create.submit,
        pending: form.formState.isSubmitting,
        onCancel: cancel,
      }}
    >
      <ProjectFields
        control={form.control}
        register={form.register}
        errors={form.formState.errors}
        keyField="optional"
      />
      {templates.length > 0 && (
        <Field label={texts.label} optional>
          <Select
            value={chosen}
            items={[{ value: '', label: texts.none }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
            onValueChange={setChosen}
          />
        </Field>
      )}
      {chosen !== '' && (
        <div ref={firstDay} className="contents">
          <FirstDayField
            value={day}
            onValueChange={setDay}
            error={tries > 0 && datesFrom === undefined ? projectsTexts.duplicate.notADay : undefined}
          />
        </div>
      )}
    </Dialog>
  );
};
