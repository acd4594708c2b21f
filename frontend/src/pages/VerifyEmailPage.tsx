import { useState } from 'react';
import { CircleAlert } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../lib/usePageTitle';
import { authTexts } from '../texts/auth';
import { Button } from '../ui/Button';
import { AuthLayout, AuthLink } from '../features/account/session/AuthLayout';
import { verifyEmail } from '../features/account/session/verifyEmail';
import { useAuthForm } from '../features/account/session/useAuthForm';

const { verify: texts } = authTexts;

/** /verify-email?token=… The link alone does nothing: programs that look at mails open links too. */
export const VerifyEmailPage = () => {
  usePageTitle(texts.title);
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm({ defaultValues: { token } });
  const { errors, isSubmitting } = form.formState;
  const linkError = token === '' ? texts.noToken : errors.token?.message;
  const submit = useAuthForm(form, {
    send: async () => setAnswer(await verifyEmail(token)),
    failed: texts.failed,
  });

  if (answer !== null) {
    return (
      <AuthLayout title={texts.title} text="">
        <div className="mt-7 grid gap-4 text-base">
          {/* The button that had the focus is gone. */}
          <p ref={(text) => text?.focus()} role="status" tabIndex={-1} className="rounded-xs outline-none">
            {answer}
          </p>
          <p>{texts.open(<AuthLink to="/" />)}</p>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={texts.title} text={texts.text}>
      {linkError && (
        <div
          role="alert"
          className="mt-7 flex gap-2 rounded-md border border-danger-line bg-danger-soft px-3 py-2.5 text-danger-ink"
        >
          <CircleAlert className="mt-0.5 size-4" />
          <p className="min-w-0">{linkError}</p>
        </div>
      )}
      {linkError ? (
        <p className="mt-4 text-base">{texts.over(<AuthLink to="/profile" />)}</p>
      ) : (
        <form className="mt-7 grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
          <p className="text-base">{texts.what}</p>
          <Button type="submit" variant="primary" size="xl" pending={isSubmitting}>
            {texts.submit}
          </Button>
        </form>
      )}
    </AuthLayout>
  );
};
