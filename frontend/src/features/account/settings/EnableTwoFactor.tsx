import { useRef, useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { confirmTwoFactorSchema, currentPasswordField } from '@contract/auth';
import { formResolver } from '../../../lib/formResolver';
import { toAppError } from '../../../sync/client/errors';
import { showErrors } from '../../../sync/client/formErrors';
import { brandName } from '../../../lib/brand';
import { isTouchScreen } from '../../../lib/screen';
import { securityTexts } from '../../../texts/security';
import { Button } from '../../../ui/Button';
import { copyText } from '../../../ui/copyText';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { linkClass } from '../../../ui/linkClass';
import { TextInput } from '../../../ui/TextInput';
import { showRefusal } from './confirmation';
import { toConfirmation } from './proofValue';
import { ConfirmField } from './ReauthFields';
import { RecoveryCodesDialog } from './RecoveryCodes';
import { BeginTwoFactorDocument, ConfirmTwoFactorDocument, type BeginTwoFactorMutation } from './Security.generated';

const { begin: beginTexts, confirm: texts } = securityTexts;

const beginSchema = v.object({ currentPassword: currentPasswordField });

type TwoFactorSetup = BeginTwoFactorMutation['beginTwoFactor'];

/** Formats the key in groups, as people type it. */
const formatKey = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ');

/** The secret for the authenticator app: to scan, to open, or to type. */
const AppKey = ({ secret, uri, qr }: TwoFactorSetup) => (
  <>
    <div className="grid justify-items-start gap-2">
      <p>{texts.scan}</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt={texts.qr}
        className="size-48 justify-self-center rounded-md border border-line"
      />
      <a href={uri} className={linkClass}>
        {texts.open}
      </a>
    </div>
    <div className="grid gap-1.5">
      <p>{texts.typed}</p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 font-mono wrap-anywhere select-all">{formatKey(secret)}</code>
        <Button size="md" onClick={() => void copyText(secret, texts)}>
          {texts.copy}
        </Button>
      </div>
    </div>
  </>
);

interface EnableTwoFactorProps {
  open: boolean;
  onClose: () => void;
  /** Two-factor is on now, or was already. */
  onChanged: () => void;
}

/** Turns two-factor sign-in on: the password, then the app's first code, then the recovery codes. */
export const EnableTwoFactor = ({ open, onClose, onChanged }: EnableTwoFactorProps) => {
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // Secrets are in no cache. No ids for repeats, because the answer to a repeat does not contain the codes.
  const [begin, { loading: isBeginning }] = useMutation(BeginTwoFactorDocument, { fetchPolicy: 'no-cache' });
  const [confirm, { loading: isConfirming }] = useMutation(ConfirmTwoFactorDocument, { fetchPolicy: 'no-cache' });
  const first = useForm({ resolver: formResolver(beginSchema), defaultValues: { currentPassword: '' } });
  const second = useForm({ resolver: formResolver(confirmTwoFactorSchema), defaultValues: { code: '' } });
  const codeField = second.register('code');
  const codeInput = useRef<HTMLInputElement>(null);

  /** Two-factor is on already, perhaps from another tab. */
  const refused = (error: unknown): void => {
    if (toAppError(error).code !== 'CONFLICT') return;
    onClose();
    onChanged();
  };
  const submitPassword = first.handleSubmit(async ({ currentPassword: value }) => {
    try {
      const { data } = await begin({ variables: { input: toConfirmation(value) } });
      if (data) setSetup(data.beginTwoFactor);
    } catch (error) {
      showRefusal(first, error, beginTexts.failed);
      refused(error);
    }
  });
  const submitCode = second.handleSubmit(async (input) => {
    try {
      const { data } = await confirm({ variables: { input } });
      if (!data) return;
      setCodes(data.confirmTwoFactor.recoveryCodes);
      onChanged();
    } catch (error) {
      showErrors(second, error, texts.failed);
      refused(error);
    }
  });

  if (codes) return <RecoveryCodesDialog open={open} codes={codes} onClose={onClose} />;
  if (setup) {
    return (
      <Dialog
        key="confirm"
        open={open}
        // Stays open while loading: the recovery codes are only in the answer, and a closed dialog could not show them.
        onOpenChange={() => isConfirming || onClose()}
        title={texts.title(brandName())}
        // On touch screens, the keyboard would cover the QR code.
        {...(!isTouchScreen() && { initialFocus: codeInput })}
        form={{ onSubmit: submitCode, submitLabel: texts.submit, pending: isConfirming }}
      >
        <AppKey {...setup} />
        <Field label={texts.code} hint={texts.codeHint} error={second.formState.errors.code?.message}>
          <TextInput
            inputMode="numeric"
            autoComplete="one-time-code"
            {...codeField}
            ref={(input) => {
              codeField.ref(input);
              codeInput.current = input;
            }}
          />
        </Field>
      </Dialog>
    );
  }
  return (
    <Dialog
      key="begin"
      open={open}
      onOpenChange={onClose}
      title={beginTexts.title}
      form={{ onSubmit: submitPassword, submitLabel: beginTexts.submit, pending: isBeginning }}
    >
      <p>{beginTexts.text}</p>
      <ConfirmField form={first} />
    </Dialog>
  );
};
