import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { forgotPasswordSchema } from '@contract/auth';
import { formResolver } from '../lib/formResolver';
import { readDraft } from '../lib/drafts';
import { usePageTitle } from '../lib/usePageTitle';
import { authTexts } from '../texts/auth';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { TextInput } from '../ui/TextInput';
import { AuthLayout, AuthLink } from '../features/account/session/AuthLayout';
import { forgotPassword } from '../features/account/session/signIn';
import { useAuthForm } from '../features/account/session/useAuthForm';

const { forgot: texts } = authTexts;

/** The sign-in page shares this draft, so the email address is filled in there. */
const DRAFT = 'login';

export const ForgotPasswordPage = () => {
  usePageTitle(texts.pageTitle);
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm({
    resolver: formResolver(forgotPasswordSchema),
    defaultValues: readDraft(DRAFT, { email: '' }),
  });
  const { errors, isSubmitting } = form.formState;
  const submit = useAuthForm(form, {
    draft: DRAFT,
    send: async ({ email }) => setAnswer(await forgotPassword(email)),
    failed: texts.failed,
  });

  return (
    <AuthLayout title={texts.title} text={texts.remembered(<AuthLink to="/login" />)}>
      {answer === null ? (
        <form className="mt-7 grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
          <Field label={texts.email} hint={texts.hint} error={errors.email?.message}>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page contains only this form */}
            <TextInput size="xl" type="email" autoComplete="username" autoFocus {...form.register('email')} />
          </Field>
          <Button type="submit" variant="primary" size="xl" pending={isSubmitting}>
            {texts.submit}
          </Button>
        </form>
      ) : (
        <div className="mt-7 grid gap-4">
          {/* The form that had the focus was removed. */}
          <p ref={(text) => text?.focus()} role="status" tabIndex={-1} className="rounded-xs text-base outline-none">
            {answer}
          </p>
          <Button size="xl" onClick={() => setAnswer(null)}>
            {texts.another}
          </Button>
        </div>
      )}
    </AuthLayout>
  );
};
