import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { emailField } from '@contract/auth';
import { formResolver } from '../../lib/formResolver';
import { toAppError } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { adminTexts } from '../../texts/admin';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { notify } from '../../ui/notify';
import { TextInput } from '../../ui/TextInput';
import { showRefusal } from '../account/settings/confirmation';
import { toConfirmation } from '../account/settings/proofValue';
import { reauthEntries, ReauthFields } from '../account/settings/ReauthFields';
import { SecurityDocument } from '../account/settings/Security.generated';
import type { Account, ACCOUNT_ACTIONS } from './accountActions';
import { AdminAccountsDocument } from './Admin.generated';

const { acts: texts } = adminTexts;

interface AccountActionDialogProps {
  open: boolean;
  action: (typeof ACCOUNT_ACTIONS)[number];
  account: Account;
  onClose: () => void;
  onDone: () => void;
}

const formSchema = (isTwoFactor: boolean, asksForOwner: boolean) =>
  v.object({ ...reauthEntries(isTwoFactor), newOwner: asksForOwner ? emailField : v.string() });

/** Asks an administrator for their password and, with two-factor on, for a code, before an action on an account. */
export const AccountActionDialog = ({ open, action, account, onClose, onDone }: AccountActionDialogProps) => {
  const client = useApolloClient();
  const { data } = useQuery(SecurityDocument);
  const isTwoFactor = data?.me.twoFactor === true;
  const asksForOwner = action.asksForOwner === true;
  const { title, text, label, done } = texts[action.name];
  const form = useForm({
    resolver: formResolver(formSchema(isTwoFactor, asksForOwner)),
    defaultValues: { newOwner: '', currentPassword: '', code: '' },
  });
  // A code works once, so nothing is sent twice, not even while the new owner is looked up.
  const { errors, isSubmitting } = form.formState;
  const [send] = useMutation(action.document);
  /** Returns the id of the active account with this email. */
  const findOwner = async (email: string): Promise<string | null> => {
    const found = await client.query({
      query: AdminAccountsDocument,
      variables: { search: email, state: 'ACTIVE' },
      fetchPolicy: 'network-only',
    });
    const same = found.data?.accounts.nodes.find((it) => it.email.toLowerCase() === email.toLowerCase());
    return same?.id ?? null;
  };
  const submit = form.handleSubmit(async ({ newOwner, currentPassword, code }) => {
    try {
      const newOwnerId = asksForOwner ? await findOwner(newOwner) : null;
      if (asksForOwner && newOwnerId === null) {
        form.setError('newOwner', { message: texts.transfer.unknown }, { shouldFocus: true });
        return;
      }
      const input = {
        id: account.id,
        mutationId: newId(),
        ...toConfirmation(currentPassword),
        ...(isTwoFactor && { code }),
        ...(newOwnerId !== null && { newOwnerId }),
        ...action.more,
      };
      await send({ variables: { input: input as never } });
      onClose();
      onDone();
      notify.success(done);
    } catch (error) {
      const [refusal] = toAppError(error).fields['newOwnerId'] ?? [];
      if (refusal === undefined) showRefusal(form, error, texts.failed);
      else form.setError('newOwner', { message: refusal }, { shouldFocus: true });
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={<span className="wrap-anywhere">{title(account.name)}</span>}
      form={{ onSubmit: submit, submitLabel: label, danger: action.isDanger === true, pending: isSubmitting }}
    >
      <p>{text}</p>
      {asksForOwner && (
        <Field label={texts.transfer.newOwner} error={errors.newOwner?.message}>
          <TextInput type="email" autoComplete="off" {...form.register('newOwner')} />
        </Field>
      )}
      <ReauthFields form={form} isTwoFactor={isTwoFactor} />
    </Dialog>
  );
};
