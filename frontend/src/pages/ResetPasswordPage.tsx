import { CircleAlert } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { resetPasswordSchema } from '@contract/auth';
import { withReason } from '@contract/reasons';
import { formResolver } from '../lib/formResolver';
import { passwordsOff } from '../lib/signInWays';
import { usePageTitle } from '../lib/usePageTitle';
import { authTexts } from '../texts/auth';
import { Button } from '../ui/Button';
import { notify } from '../ui/notify';
import { AuthLayout, AuthLink } from '../features/account/session/AuthLayout';
import { NewPassword } from '../features/account/session/NewPassword';
import { resetPassword } from '../features/account/session/accountLinks';
import { useAuthForm } from '../features/account/session/useAuthForm';

const { reset: texts } = authTexts;

/** Asks for the new password twice. The token comes from the link; the server checks it. */
const formSchema = v.pipe(
  v.object({
    ...resetPasswordSchema.entries,
    token: v.string(),
    confirmPassword: v.pipe(v.string(), v.nonEmpty(texts.confirmRequired)),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      withReason('mismatch', ({ password, confirmPassword }) => password === confirmPassword),
      texts.confirmDiffers,
    ),
    ['confirmPassword'],
  ),
);

/** /reset-password?token=… */
export const ResetPasswordPage = () => {
  usePageTitle(texts.title);
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const navigate = useNavigate();
  const form = useForm({
    resolver: formResolver(formSchema),
    // Compares the passwords even if the first one has an error of its own.
    criteriaMode: 'all',
    defaultValues: { token, password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const linkError = token === '' ? texts.noToken : errors.token?.message;
  const submit = useAuthForm(form, {
    send: async ({ password }) => {
      notify.success(await resetPassword(token, password));
      // Only administrators have a password there, and the page has no field for it otherwise.
      void navigate(passwordsOff() ? '/login?password' : '/login', { replace: true });
    },
    failed: texts.failed,
  });

  return (
    <AuthLayout title={texts.title} text={texts.remembered(<AuthLink to="/login" />)}>
      {linkError && (
        <div
          role="alert"
          className="mt-7 flex gap-2 rounded-md border border-danger-line bg-danger-soft px-3 py-2.5 text-danger-ink"
        >
          <CircleAlert className="mt-0.5 size-4" />
          <p className="min-w-0">
            {linkError} <AuthLink to="/forgot-password">{texts.newLink}</AuthLink>
          </p>
        </div>
      )}
      {token !== '' && (
        <form className="mt-7 grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
          <NewPassword
            texts={texts}
            errors={errors}
            password={form.register('password', { deps: 'confirmPassword' })}
            confirmPassword={form.register('confirmPassword')}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page contains only this form
            autoFocus
          />
          <Button type="submit" variant="primary" size="xl" pending={isSubmitting}>
            {texts.submit}
          </Button>
        </form>
      )}
    </AuthLayout>
  );
};
