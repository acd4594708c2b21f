import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { confirmTwoFactorSchema } from '@contract/auth';
import { formResolver } from '../../../lib/formResolver';
import { toAppError } from '../../../sync/client/errors';
import { refusalText } from '../../../lib/reasonWords';
import { loginTexts } from '../../../texts/login';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { notify } from '../../../ui/notify';
import { TextInput } from '../../../ui/TextInput';
import { clearChallenge } from './challenge';
import { AuthLayout } from './AuthLayout';
import { completeLogin } from './signIn';
import { useAuthForm } from './useAuthForm';

const { secondStep: texts } = loginTexts;

/** Hints for keyboards and password managers, by kind of code. */
const APP_CODE = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const;
const RECOVERY_CODE = { inputMode: 'text', autoComplete: 'off' } as const;

interface SecondStepProps {
  challenge: string;
  /** Signed in. */
  onDone: () => void;
  /** The challenge has expired or was canceled: asks for the password again. */
  onOver: () => void;
}

export const TwoFactorForm = ({ challenge, onDone, onOver }: SecondStepProps) => {
  const [isRecovery, setRecovery] = useState(false);
  const form = useForm({ resolver: formResolver(confirmTwoFactorSchema), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = useAuthForm(form, {
    send: async ({ code }) => {
      try {
        await completeLogin(challenge, code);
      } catch (error) {
        const { code: refusal, message, retryAfter } = toAppError(error);
        if (refusal !== 'UNAUTHENTICATED') throw error;
        notify.error(refusalText(message, retryAfter) || loginTexts.failed);
        onOver();
        return;
      }
      clearChallenge();
      onDone();
    },
    failed: loginTexts.failed,
  });
  const change = (): void => {
    setRecovery(!isRecovery);
    form.resetField('code');
    form.setFocus('code');
  };

  return (
    <AuthLayout title={texts.title} text={isRecovery ? texts.recovery : texts.app}>
      <form className="mt-7 grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={isRecovery ? texts.recoveryCode : texts.code} error={errors.code?.message}>
          <TextInput
            size="xl"
            autoCapitalize="none"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page contains only this form
            autoFocus
            {...(isRecovery ? RECOVERY_CODE : APP_CODE)}
            {...form.register('code')}
          />
        </Field>
        <Button type="submit" variant="primary" size="xl" pending={isSubmitting}>
          {loginTexts.submit}
        </Button>
        <div className="-mx-3 flex flex-wrap justify-between gap-2">
          <Button variant="ghost" onClick={change}>
            {isRecovery ? texts.takeApp : texts.takeRecovery}
          </Button>
          <Button variant="ghost" onClick={onOver}>
            {texts.back}
          </Button>
        </div>
      </form>
    </AuthLayout>
  );
};
