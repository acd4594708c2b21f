import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import * as v from 'valibot';
import { codeField, currentPasswordField } from '@contract/auth';
import { securityTexts } from '../../../texts/security';
import { Field } from '../../../ui/Field';
import { PasswordInput } from '../../../ui/PasswordInput';
import { TextInput } from '../../../ui/TextInput';

const { proof: texts, currentPassword } = securityTexts;

/** The rules of password and code; the code is required if two-factor is on. */
export const reauthEntries = (isTwoFactor: boolean) => ({
  currentPassword: currentPasswordField,
  code: isTwoFactor ? codeField : v.string(),
});

interface CodeFieldProps {
  registration: UseFormRegisterReturn;
  error: string | undefined;
}

/** Asks for a code of the authenticator app, or a recovery code. */
export const CodeField = ({ registration, error }: CodeFieldProps) => (
  <Field label={texts.code} hint={texts.codeHint} error={error}>
    <TextInput autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...registration} />
  </Field>
);

interface ProofFieldsProps {
  register: (name: 'currentPassword' | 'code') => UseFormRegisterReturn;
  errors: FieldErrors<{ currentPassword: string; code: string }>;
  isTwoFactor: boolean;
}

/** Asks for the password, and where two-factor is on for a code. */
export const ReauthFields = ({ register, errors, isTwoFactor }: ProofFieldsProps) => (
  <>
    <Field label={currentPassword} error={errors.currentPassword?.message}>
      <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
    </Field>
    {isTwoFactor && <CodeField registration={register('code')} error={errors.code?.message} />}
  </>
);
