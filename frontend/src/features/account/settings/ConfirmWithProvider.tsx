import { useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { Check } from 'lucide-react';
import { providerName } from '../../../lib/signInWays';
import { identitiesTexts } from '../../../texts/identities';
import { Button } from '../../../ui/Button';
import { reportProofError } from './confirmation';
import { BeginProofDocument } from './Identities.generated';
import { toProofValue } from './proofValue';
import { useProviderWindow, providerWindowError } from './useProviderWindow';

const { confirm: texts } = identitiesTexts;

interface ConfirmWithProviderProps {
  /** The password is another way. */
  isInstead: boolean;
  isConfirmed: boolean;
  /** Called with the value for the password field. */
  onConfirmed: (value: string) => void;
}

/** Confirms the person's identity by a fresh sign-in at the provider. */
export const ConfirmWithProvider = ({ isInstead, isConfirmed, onConfirmed }: ConfirmWithProviderProps) => {
  const ask = useProviderWindow();
  const [begin] = useMutation(BeginProofDocument, { fetchPolicy: 'no-cache' });
  const [isPending, setPending] = useState(false);
  const name = providerName();
  const confirm = async (): Promise<void> => {
    setPending(true);
    try {
      const completed = await ask(async () => {
        const { data } = await begin();
        if (!data) throw new Error('no answer');
        return data.beginOidc;
      });
      if (completed?.proof) onConfirmed(toProofValue(completed.proof.token));
    } catch (error) {
      reportProofError(error, providerWindowError(error) ?? texts.failed);
    }
    setPending(false);
  };
  if (isConfirmed) {
    return (
      <p role="status" className="flex items-center gap-2">
        <Check aria-hidden className="size-4 flex-none" />
        <span className="min-w-0 wrap-anywhere">{texts.done(name)}</span>
      </p>
    );
  }
  return (
    // stays enabled while pending, because the window may have been closed
    <Button className="max-w-full justify-self-start" aria-busy={isPending || undefined} onClick={() => void confirm()}>
      <span className="truncate">{isInstead ? texts.instead(name) : texts.with(name)}</span>
    </Button>
  );
};
