import { useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { formResolver } from '../../../lib/formResolver';
import { toAppError } from '../../../sync/client/errors';
import { securityTexts } from '../../../texts/security';
import { Dialog } from '../../../ui/Dialog';
import { notify } from '../../../ui/notify';
import { showRefusal } from './confirmation';
import { toConfirmation } from './proofValue';
import { reauthEntries, ReauthFields } from './ReauthFields';
import { RecoveryCodesDialog } from './RecoveryCodes';
import { DisableTwoFactorDocument, RegenerateRecoveryCodesDocument } from './Security.generated';

const { proof: texts } = securityTexts;

/** Two-factor is on, so both are required. */
const formSchema = v.object(reauthEntries(true));

interface TwoFactorDialogProps {
  open: boolean;
  onClose: () => void;
  /** The second factor has changed meanwhile. */
  onChanged: () => void;
}

interface ProofDialogProps extends TwoFactorDialogProps {
  title: string;
  text: string;
  submitLabel: string;
  failed: string;
  pending: boolean;
  send: (proof: ReturnType<typeof toConfirmation> & { code: string }) => Promise<void>;
}

/** Asks for password and code before an action on the second factor. */
const ProofDialog = (props: ProofDialogProps) => {
  const { open, onClose, onChanged, title, text, submitLabel, failed, pending, send } = props;
  const form = useForm({ resolver: formResolver(formSchema), defaultValues: { currentPassword: '', code: '' } });
  const submit = form.handleSubmit(async ({ currentPassword, code }) => {
    try {
      await send({ ...toConfirmation(currentPassword), code });
    } catch (error) {
      showRefusal(form, error, failed);
      // Two-factor was switched meanwhile, perhaps in another tab.
      if (toAppError(error).code !== 'CONFLICT') return;
      onClose();
      onChanged();
    }
  });
  return (
    <Dialog
      key="proof"
      open={open}
      // Stays open while loading: new codes are only in the answer, and a closed dialog could not show them.
      onOpenChange={() => pending || onClose()}
      title={title}
      form={{ onSubmit: submit, submitLabel, pending }}
    >
      <p>{text}</p>
      <ReauthFields form={form} isTwoFactor />
    </Dialog>
  );
};

/** Turns two-factor sign-in off. */
export const DisableTwoFactor = (props: TwoFactorDialogProps) => {
  // A code works once, so nothing is sent twice.
  const [disable, { loading }] = useMutation(DisableTwoFactorDocument);
  return (
    <ProofDialog
      {...props}
      title={texts.disableTitle}
      text={texts.disableText}
      submitLabel={texts.disableSubmit}
      failed={texts.disableFailed}
      pending={loading}
      send={async (input) => {
        await disable({ variables: { input } });
        props.onClose();
        notify.success(texts.disabled);
      }}
    />
  );
};

/** Creates new recovery codes, and shows them. */
export const RenewRecoveryCodes = (props: TwoFactorDialogProps) => {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [renew, { loading }] = useMutation(RegenerateRecoveryCodesDocument, { fetchPolicy: 'no-cache' });
  if (codes) return <RecoveryCodesDialog open={props.open} codes={codes} onClose={props.onClose} />;
  return (
    <ProofDialog
      {...props}
      title={texts.renewTitle}
      text={texts.renewText}
      submitLabel={texts.renewSubmit}
      failed={texts.renewFailed}
      pending={loading}
      send={async (input) => {
        const { data } = await renew({ variables: { input } });
        if (!data) return;
        setCodes(data.regenerateRecoveryCodes.recoveryCodes);
        props.onChanged();
      }}
    />
  );
};
