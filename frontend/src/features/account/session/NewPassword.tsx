import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../../ui/Field';
import { PasswordInput } from '../../../ui/PasswordInput';

interface NewPasswordProps {
  texts: { password: string; passwordHint: string; confirmPassword: string };
  errors: FieldErrors<{ password: string; confirmPassword: string }>;
  /** The inputs as the form registers them. */
  password: UseFormRegisterReturn;
  confirmPassword: UseFormRegisterReturn;
  autoFocus?: boolean;
}

export const NewPassword = ({ texts, errors, password, confirmPassword, autoFocus }: NewPasswordProps) => (
  <>
    <Field label={texts.password} hint={texts.passwordHint} error={errors.password?.message}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the page contains only this form */}
      <PasswordInput size="xl" autoComplete="new-password" autoFocus={autoFocus} {...password} />
    </Field>
    <Field label={texts.confirmPassword} error={errors.confirmPassword?.message}>
      <PasswordInput size="xl" autoComplete="new-password" {...confirmPassword} />
    </Field>
  </>
);
