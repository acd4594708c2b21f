import { useRef, useState, type SubmitEvent } from 'react';
import { usePageTitle } from '../lib/usePageTitle';
import { visitorsTexts } from '../texts/visitors';
import { BrandMark } from '../ui/BrandMark';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { PasswordInput } from '../ui/PasswordInput';
import { openLink, SharedError } from './sharedApi';

const texts = visitorsTexts.password;

const reasonOf = (error: unknown): string => {
  const code = error instanceof SharedError ? error.code : undefined;
  if (code === 'VALIDATION_FAILED') return texts.wrong;
  return code === 'RATE_LIMITED' ? texts.tooMany : texts.failed;
};

interface PasswordFormProps {
  token: string;
  onOpen: (key: string) => void;
  /** The link has ended meanwhile. */
  onEnded: () => void;
}

/** Asks for the password of a shared link. */
export const PasswordForm = ({ token, onOpen, onEnded }: PasswordFormProps) => {
  usePageTitle(texts.title);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const refuse = (reason: string): void => {
    setError(reason);
    input.current?.focus();
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (password === '') {
      refuse(texts.required);
      return;
    }
    setPending(true);
    try {
      onOpen((await openLink(token, password)).key);
    } catch (failure) {
      if (failure instanceof SharedError && failure.code === 'NOT_FOUND') onEnded();
      else refuse(reasonOf(failure));
      setPending(false);
    }
  };
  return (
    <main className="grid min-h-dvh content-start justify-items-center bg-sheet px-6 pt-[18vh]">
      <form noValidate className="grid w-full max-w-84 gap-4" onSubmit={(event) => void submit(event)}>
        <div>
          <BrandMark className="size-10" />
          <h1 className="mt-5 mb-1 text-xl tracking-tight">{texts.title}</h1>
          <p className="text-ink-3">{texts.text}</p>
        </div>
        <Field label={texts.label} error={error}>
          <PasswordInput
            ref={input}
            size="xl"
            name="password"
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" size="xl" pending={pending}>
          {texts.submit}
        </Button>
      </form>
    </main>
  );
};
