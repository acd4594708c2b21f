import { useForm } from 'react-hook-form';
import { loginSchema } from '@contract/auth';
import { formResolver } from '../../../lib/formResolver';
import { readDraft } from '../../../lib/drafts';
import { loginTexts } from '../../../texts/login';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { PasswordInput } from '../../../ui/PasswordInput';
import { TextInput } from '../../../ui/TextInput';
import { storeChallenge } from './challenge';
import { AuthLink } from './AuthLayout';
import type { LoginState } from './returnTo';
import { login } from './signIn';
import { useAuthForm } from './useAuthForm';

interface LoginFormProps {
  /** The key of the draft of the email address. */
  draft: string;
  email?: string;
  submit?: string;
  /** The page to open after sign-in; by default, the page that the person came from. */
  from?: LoginState;
  /** The email address is filled in, so the password gets the focus. */
  isAgain: boolean;
  /** Called with the token of a sign-in that needs the second factor. */
  onChallenge: (challenge: string) => void;
  onDone: () => void;
}

/** The first step of a sign-in: email and password. */
export const LoginForm = ({
  draft,
  email = '',
  submit: label = loginTexts.submit,
  from,
  isAgain,
  onChallenge,
  onDone,
}: LoginFormProps) => {
  const form = useForm({
    resolver: formResolver(loginSchema),
    defaultValues: { ...readDraft(draft, { email }), password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = useAuthForm(form, {
    draft,
    send: async (input) => {
      const challenge = await login(input);
      if (challenge) {
        storeChallenge(challenge);
        onChallenge(challenge.token);
      } else {
        onDone();
      }
    },
    failed: loginTexts.failed,
  });

  return (
    <form className="mt-7 grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={loginTexts.email} error={errors.email?.message}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page contains only this form */}
        <TextInput size="xl" type="email" autoComplete="username" autoFocus={!isAgain} {...form.register('email')} />
      </Field>
      <Field
        label={loginTexts.password}
        error={errors.password?.message}
        aside={
          <AuthLink to="/forgot-password" from={from}>
            {loginTexts.forgotten}
          </AuthLink>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- as above */}
        <PasswordInput size="xl" autoComplete="current-password" autoFocus={isAgain} {...form.register('password')} />
      </Field>
      <Button type="submit" variant="primary" size="xl" pending={isSubmitting}>
        {label}
      </Button>
    </form>
  );
};
