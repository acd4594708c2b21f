import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { TASK_STATUSES, type TaskStatus } from '@contract/enums';
import { formResolver } from '../../../lib/formResolver';
import { STATUS_LABELS } from '../../../lib/text';
import { showErrors } from '../../../sync/client/formErrors';
import { undoButton } from '../../../sync/client/undoableActions';
import { useWrite } from '../../../sync/writes/runWrite';
import { columnsTexts } from '../../../texts/columns';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { notify } from '../../../ui/notify';
import { Select } from '../../../ui/Select';
import { StatusIcon } from '../../../ui/StatusIcon';
import { DraftNote } from '../DraftNote';
import { useRetryableSend } from '../../../sync/writes/useRetryableSend';
import { useDialogDraft } from '../useDialogDraft';
import { ColumnFields } from './ColumnFields';
import { columnFormSchema, emptyColumn } from './columnForm';
import { createColumn } from './columnWrites';

const STATUS_CHOICES = TASK_STATUSES.map((status) => ({
  value: status,
  label: STATUS_LABELS[status],
  icon: <StatusIcon status={status} />,
}));

interface AddColumnDialogProps {
  projectId: string;
  /** The status at first. */
  status: TaskStatus;
  /** The column to the left; without it, the new one follows the last one of its status. */
  afterId: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export const AddColumnDialog = ({ projectId, afterId, open, onOpenChange, ...preset }: AddColumnDialogProps) => {
  const create = useWrite(createColumn);
  const attempt = useRetryableSend();
  const [status, setStatus] = useState(preset.status);
  const form = useForm({ resolver: formResolver(columnFormSchema), defaultValues: emptyColumn });
  const draft = useDialogDraft(form, { key: `column:${projectId}`, empty: emptyColumn, open });

  const send = form.handleSubmit(async (fields) => {
    const input = { projectId, ...fields, status, ...(status === preset.status && afterId && { afterId }) };
    const sent = form.getValues();
    let mutationId: string;
    try {
      ({ mutationId } = await attempt(input, (names) => create({ ...input, mutationId: names.mutationId })));
    } catch (error) {
      showErrors(form, error, columnsTexts.add.failed, draft.isShown.current);
      return;
    }
    if (draft.settle(sent)) onOpenChange(false);
    notify.success(columnsTexts.add.done, undoButton(mutationId));
  });
  const submit = (): Promise<void> => {
    // The field is not shown, so a limit that was typed for another status must neither be sent nor refused.
    if (status === 'DONE') form.setValue('limit', '');
    return send();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={columnsTexts.add.title}
      note={draft.isRestored && <DraftNote onDiscard={draft.discard} />}
      form={{
        onSubmit: submit,
        submitLabel: columnsTexts.add.submit,
        pending: form.formState.isSubmitting,
        // Cancel discards the draft; Escape and Back keep it.
        onCancel: () => {
          draft.discard();
          onOpenChange(false);
        },
      }}
    >
      <ColumnFields control={form.control} register={form.register} errors={form.formState.errors} status={status}>
        <Field label={columnsTexts.fields.status} hint={columnsTexts.statusHint}>
          <Select value={status} onValueChange={setStatus} items={STATUS_CHOICES} />
        </Field>
      </ColumnFields>
    </Dialog>
  );
};
