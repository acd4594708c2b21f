import { useForm } from 'react-hook-form';
import { registerFormSchema } from '@contract/auth';
import { formResolver } from '../../../lib/formResolver';
import { clearDraft, readDraft } from '../../../lib/drafts';
import { signUp } from '../../../lib/signUp';
import { authTexts } from '../../../texts/auth';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { notify } from '../../../ui/notify';
import { TextInput } from '../../../ui/TextInput';
import { NewPassword } from './NewPassword';
import { register } from './signIn';
import { useAuthForm } from './useAuthForm';

const { register: texts } = authTexts;

const emptyPerson = { firstName: '', lastName: '', username: '', email: '' };

interface RegisterFormProps {
  /** The key of the draft, which has no passwords. */
  draft: string;
  email?: string;
  /** The token of an invitation to this address. */
  invitation?: string;
  /** Whether the invitation is valid only for this address. */
  isFixed?: boolean;
  submit?: string;
  onDone?: () => void;
}

export const RegisterForm = ({
  draft,
  email: given = '',
  invitation,
  isFixed: isFixedHere = false,
  submit: label = texts.submit,
  onDone,
}: RegisterFormProps) => {
  // Other invitations allow any address.
  const isFixed = isFixedHere || (invitation !== undefined && signUp() === 'invited');
  const form = useForm({
    resolver: formResolver(registerFormSchema),
    // Compares the passwords even if the first one has an error of its own.
    criteriaMode: 'all',
    defaultValues: {
      ...readDraft(draft, { ...emptyPerson, email: given }),
      ...(isFixed && { email: given }),
      password: '',
      confirmPassword: '',
    },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = useAuthForm(form, {
    draft,
    send: async ({ firstName, lastName, username, email, password }) => {
      // The repeated password is not sent to the server.
      await register({
        firstName,
        lastName,
        username,
        email,
        password,
        ...(invitation !== undefined && { invitation }),
      });
      clearDraft(draft);
      notify.success(texts.done);
      onDone?.();
    },
    failed: texts.failed,
  });

  return (
    <form className="mt-7 grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
        <Field label={texts.firstName} error={errors.firstName?.message}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page contains only this form */}
          <TextInput size="xl" autoComplete="given-name" autoFocus {...form.register('firstName')} />
        </Field>
        <Field label={texts.lastName} error={errors.lastName?.message}>
          <TextInput size="xl" autoComplete="family-name" {...form.register('lastName')} />
        </Field>
      </div>
      <Field label={texts.username} error={errors.username?.message}>
        <TextInput
          size="xl"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('username')}
        />
      </Field>
      <Field label={texts.email} error={errors.email?.message}>
        <TextInput size="xl" type="email" autoComplete="username" readOnly={isFixed} {...form.register('email')} />
      </Field>
      <NewPassword
        texts={texts}
        errors={errors}
        password={form.register('password', { deps: 'confirmPassword' })}
        confirmPassword={form.register('confirmPassword')}
      />
      <Button type="submit" variant="primary" size="xl" pending={isSubmitting}>
        {label}
      </Button>
    </form>
  );
};
