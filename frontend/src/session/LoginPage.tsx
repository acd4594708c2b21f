import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { loginSchema } from '@contract/auth';
import { brandName } from '../lib/brand';
import { clearDraft, readDraft } from '../lib/drafts';
import { usePageTitle } from '../lib/usePageTitle';
import { loginTexts } from '../texts/login';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { notify } from '../ui/notify';
import { PasswordInput } from '../ui/PasswordInput';
import { TextInput } from '../ui/TextInput';
import { Door, DoorLink, doorLink } from './Door';
import { login } from './signIn';
import { useDoor } from './useDoor';

const DRAFT = 'login';

/** /login */
export const LoginPage = () => {
  usePageTitle(loginTexts.pageTitle);
  const form = useForm({
    resolver: valibotResolver(loginSchema),
    defaultValues: { ...readDraft(DRAFT, { email: '' }), password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = useDoor(form, {
    draft: DRAFT,
    send: async (input) => {
      await login(input);
      clearDraft(DRAFT);
      notify.success(loginTexts.done);
    },
    failed: loginTexts.failed,
  });

  return (
    <Door title={loginTexts.title(brandName())} text={loginTexts.newHere(doorLink('/register'))}>
      <form className="mt-7 grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={loginTexts.email} error={errors.email?.message}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is all there is on this page */}
          <TextInput size="xl" type="email" autoComplete="username" autoFocus {...form.register('email')} />
        </Field>
        <Field
          label={loginTexts.password}
          error={errors.password?.message}
          aside={<DoorLink to="/forgot-password">{loginTexts.forgotten}</DoorLink>}
        >
          <PasswordInput size="xl" autoComplete="current-password" {...form.register('password')} />
        </Field>
        <Button type="submit" variant="primary" size="xl" pending={isSubmitting}>
          {loginTexts.submit}
        </Button>
      </form>
    </Door>
  );
};
