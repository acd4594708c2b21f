import { useState, type ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../../../lib/usePageTitle';
import { Button } from '../../../ui/Button';
import { AuthLayout } from './AuthLayout';
import { useAuthForm } from './useAuthForm';

interface MailLinkProps {
  texts: { title: string; text: string; what: string; submit: string; failed: string; noToken: string };
  /** Returns what the server answers. */
  send: (token: string) => Promise<string>;
  /** Shown below the title when it is done. */
  doneText: ReactNode;
  /** Below the server's answer. */
  next: ReactNode;
  /** Shown below the refusal of an invalid link. */
  over: ReactNode;
}

/** The page of a link in a mail. Opening the link changes nothing, because programs that scan mails open links, too. */
export const MailLink = ({ texts, send, doneText, next, over }: MailLinkProps) => {
  usePageTitle(texts.title);
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm({ defaultValues: { token } });
  const { errors, isSubmitting } = form.formState;
  const linkError = token === '' ? texts.noToken : errors.token?.message;
  const submit = useAuthForm(form, {
    send: async () => setAnswer(await send(token)),
    failed: texts.failed,
  });

  if (answer !== null) {
    return (
      <AuthLayout title={texts.title} text={doneText}>
        <div className="mt-7 grid gap-4 text-base">
          {/* The button that had the focus was removed. */}
          <p ref={(text) => text?.focus()} role="status" tabIndex={-1} className="rounded-xs outline-none">
            {answer}
          </p>
          {next}
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
        <p className="mt-4 text-base">{over}</p>
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
