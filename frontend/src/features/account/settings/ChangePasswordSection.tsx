import { useMutation, useQuery } from '@apollo/client/react';
import { useForm, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import type * as v from 'valibot';
import { changePasswordFormSchema } from '@contract/profile';
import { formResolver } from '../../../lib/formResolver';
import { resetForm } from '../../../lib/resetForm';
import { useRetryableSend } from '../../../sync/writes/useRetryableSend';
import { passwordsOff, providerName } from '../../../lib/signInWays';
import { useCurrentUser } from '../session/SessionContext';
import { settingsTexts } from '../../../texts/settings';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { notify } from '../../../ui/notify';
import { PasswordInput } from '../../../ui/PasswordInput';
import { ChangePasswordDocument } from './ChangePassword.generated';
import { showRefusal } from './confirmation';
import { IdentitiesDocument } from './Identities.generated';
import { toConfirmation } from './proofValue';
import { CodeField, ConfirmField } from './ReauthFields';
import { SecurityDocument } from './Security.generated';
import { SettingsSection } from './SettingsSection';

const { password: texts } = settingsTexts;

type Fields = v.InferInput<ReturnType<typeof changePasswordFormSchema>>;

/** Registered after the current password, which gets the focus first if both are wrong. */
const NewPasswordFields = ({
  register,
  errors,
}: {
  register: UseFormRegister<Fields>;
  errors: FieldErrors<Fields>;
}) => (
  <>
    <Field label={texts.next} hint={texts.nextHint} error={errors.newPassword?.message}>
      <PasswordInput autoComplete="new-password" {...register('newPassword', { deps: 'confirmPassword' })} />
    </Field>
    <Field label={texts.confirm} error={errors.confirmPassword?.message}>
      <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
    </Field>
  </>
);

/** A new password in place of the present one. */
export const ChangePasswordSection = () => {
  const { email } = useCurrentUser();
  const { data } = useQuery(SecurityDocument);
  const { data: ways } = useQuery(IdentitiesDocument, { skip: !passwordsOff() });
  const isTwoFactor = data?.me.twoFactor ?? false;
  const [change, { loading }] = useMutation(ChangePasswordDocument);
  // A retry must be the same write: if only the answer was lost, the old password no longer matches.
  const attempt = useRetryableSend();
  const form = useForm({
    resolver: formResolver(changePasswordFormSchema(isTwoFactor)),
    // Compares the passwords even if the first one has an error of its own.
    criteriaMode: 'all',
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '', code: '' },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async ({ currentPassword, newPassword, code }) => {
    const input = { ...toConfirmation(currentPassword), newPassword, ...(code && { code }) };
    try {
      await attempt(input, ({ mutationId }) => change({ variables: { input: { ...input, mutationId } } }));
    } catch (error) {
      showRefusal(form, error, texts.failed);
      return;
    }
    resetForm(form);
    notify.success(texts.saved);
  });

  if (passwordsOff() && ways?.me.hasPassword !== true) {
    return (
      <SettingsSection id="password" title={texts.title}>
        <p className="text-ink-3">{texts.off(providerName())}</p>
      </SettingsSection>
    );
  }
  return (
    <SettingsSection id="password" title={texts.title} text={texts.text}>
      <form className="grid gap-4 md:max-w-90" noValidate onSubmit={(event) => void submit(event)}>
        {/* Tells a password manager which account this is. */}
        <input hidden type="email" autoComplete="username" value={email ?? ''} readOnly />
        <ConfirmField label={texts.current} form={form} />
        <NewPasswordFields register={form.register} errors={errors} />
        {/* The server may require it if the setting could not be read. */}
        {(isTwoFactor || errors.code) && <CodeField form={form} />}
        <div>
          <Button type="submit" variant="primary" pending={loading}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
};
