import { useState } from 'react';
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
import { forgetChallenge, keepChallenge, keptChallenge } from './challenge';
import { Door, DoorLink, doorLink } from './Door';
import { SecondStep } from './SecondStep';
import { type Challenge, login } from './signIn';
import { useDoor } from './useDoor';

const DRAFT = 'login';

const welcome = (): void => {
  clearDraft(DRAFT);
  notify.success(loginTexts.done);
};

interface FirstStepProps {
  /** The e-mail address stands already: what is missing is the password. */
  isAgain: boolean;
  onChallenge: (challenge: Challenge) => void;
}

/** Who it is. */
const FirstStep = ({ isAgain, onChallenge }: FirstStepProps) => {
  const form = useForm({
    resolver: valibotResolver(loginSchema),
    defaultValues: { ...readDraft(DRAFT, { email: '' }), password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = useDoor(form, {
    draft: DRAFT,
    send: async (input) => {
      const challenge = await login(input);
      if (challenge) onChallenge(challenge);
      else welcome();
    },
    failed: loginTexts.failed,
  });

  return (
    <Door title={loginTexts.title(brandName())} text={loginTexts.newHere(doorLink('/register'))}>
      <form className="mt-7 grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={loginTexts.email} error={errors.email?.message}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is all there is on this page */}
          <TextInput size="xl" type="email" autoComplete="username" autoFocus={!isAgain} {...form.register('email')} />
        </Field>
        <Field
          label={loginTexts.password}
          error={errors.password?.message}
          aside={<DoorLink to="/forgot-password">{loginTexts.forgotten}</DoorLink>}
        >
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- as above */}
          <PasswordInput size="xl" autoComplete="current-password" autoFocus={isAgain} {...form.register('password')} />
        </Field>
        <Button type="submit" variant="primary" size="xl" pending={isSubmitting}>
          {loginTexts.submit}
        </Button>
      </form>
    </Door>
  );
};

/** /login */
export const LoginPage = () => {
  usePageTitle(loginTexts.pageTitle);
  const [challenge, setChallenge] = useState(keptChallenge);
  const [isAgain, setAgain] = useState(false);
  if (challenge === null) {
    const wait = (issued: Challenge): void => {
      keepChallenge(issued);
      setChallenge(issued.token);
    };
    return <FirstStep isAgain={isAgain} onChallenge={wait} />;
  }
  const end = (): void => {
    forgetChallenge();
    setAgain(true);
    setChallenge(null);
  };
  return <SecondStep challenge={challenge} onDone={welcome} onOver={end} />;
};
