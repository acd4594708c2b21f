import { useMutation } from '@apollo/client/react';
import { useForm } from 'react-hook-form';
import { inviteAccountSchema } from '@contract/admin';
import { formResolver } from '../../lib/formResolver';
import { newId } from '../../sync/client/mutationId';
import { showErrors } from '../../sync/client/formErrors';
import { adminTexts } from '../../texts/admin';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { notify } from '../../ui/notify';
import { TextInput } from '../../ui/TextInput';
import { InviteAccountDocument } from './Admin.generated';

const { inviteDialog: texts } = adminTexts;

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

export const InviteDialog = ({ open, onClose, onDone }: InviteDialogProps) => {
  const [invite, { loading }] = useMutation(InviteAccountDocument);
  const form = useForm({ resolver: formResolver(inviteAccountSchema), defaultValues: { email: '' } });
  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await invite({ variables: { input: { email, mutationId: newId() } } });
      onClose();
      onDone();
      notify.success(texts.done);
    } catch (error) {
      showErrors(form, error, texts.failed);
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={texts.title}
      form={{ onSubmit: submit, submitLabel: texts.submit, pending: loading }}
    >
      <p>{texts.text}</p>
      <Field label={texts.email} error={form.formState.errors.email?.message}>
        <TextInput type="email" autoComplete="off" {...form.register('email')} />
      </Field>
    </Dialog>
  );
};
