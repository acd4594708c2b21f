import { valibotResolver } from '@hookform/resolvers/valibot';
import { CircleAlert } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../lib/usePageTitle';
import { doorsTexts } from '../texts/doors';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { notify } from '../ui/notify';
import { PasswordInput } from '../ui/PasswordInput';
import { Door } from './Door';
import { showDoorErrors } from './doorErrors';
import { DoorLink, doorLink } from './DoorLink';
import { resetPasswordFormSchema } from './resetPasswordForm';
import { useResetPassword } from './useResetPassword';

const { reset: texts } = doorsTexts;

/** /reset-password?token=… */
export const ResetPasswordPage = () => {
  usePageTitle(texts.title);
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const navigate = useNavigate();
  const [reset, { loading }] = useResetPassword();
  const form = useForm({
    resolver: valibotResolver(resetPasswordFormSchema),
    // The passwords are compared even where the first is refused for itself.
    criteriaMode: 'all',
    defaultValues: { token, password: '', confirmPassword: '' },
  });
  const { errors } = form.formState;
  const linkError = token === '' ? texts.noToken : errors.token?.message;

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      notify.success(await reset(token, password));
    } catch (error) {
      showDoorErrors(form, error, texts.failed);
      return;
    }
    void navigate('/login', { replace: true });
  });

  return (
    <Door title={texts.title} text={texts.remembered(doorLink('/login'))}>
      {linkError && (
        <div
          role="alert"
          className="mt-7 flex gap-2 rounded-md border border-danger-line bg-danger-soft px-3 py-2.5 text-danger-ink"
        >
          <CircleAlert className="mt-0.5 size-4" />
          <p className="min-w-0">
            {linkError} <DoorLink to="/forgot-password">{texts.newLink}</DoorLink>
          </p>
        </div>
      )}
      {token !== '' && (
        <form className="mt-7 grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
          <Field label={texts.password} hint={texts.passwordHint} error={errors.password?.message}>
            <PasswordInput
              size="xl"
              autoComplete="new-password"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is all there is on this page
              autoFocus
              {...form.register('password', { deps: 'confirmPassword' })}
            />
          </Field>
          <Field label={texts.confirmPassword} error={errors.confirmPassword?.message}>
            <PasswordInput size="xl" autoComplete="new-password" {...form.register('confirmPassword')} />
          </Field>
          <Button type="submit" variant="primary" size="xl" pending={loading}>
            {texts.submit}
          </Button>
        </form>
      )}
    </Door>
  );
};
