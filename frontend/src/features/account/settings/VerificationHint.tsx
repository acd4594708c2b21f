import { useMutation } from '@apollo/client/react';
import { MailWarning } from 'lucide-react';
import { serverText } from '../../../lib/reasonWords';
import { newId } from '../../../sync/client/mutationId';
import { reportError } from '../../../sync/client/errors';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { verificationTexts as texts } from '../../../texts/verification';
import { Button } from '../../../ui/Button';
import { notify } from '../../../ui/notify';
import { ResendVerificationDocument, VerificationDocument } from './Verification.generated';

/** Shows that the email address is not confirmed yet, if the server requires it, and sends another link. */
export const VerificationHint = () => {
  const { data } = usePageQuery(VerificationDocument);
  const [resend, { loading }] = useMutation(ResendVerificationDocument, { fetchPolicy: 'no-cache' });
  if (!data?.me.asksForVerification) return null;
  const send = async (): Promise<void> => {
    try {
      const answer = await resend({ variables: { input: { mutationId: newId() } } });
      if (answer.data) notify.success(serverText(answer.data.resendVerification.message));
    } catch (error) {
      reportError(error, { fallback: texts.failed });
    }
  };
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line px-3 py-2">
      <MailWarning className="size-4 flex-none text-ink-3" />
      <p className="min-w-0 flex-1 basis-52 text-ink-2">{texts.text}</p>
      <Button size="md" pending={loading} onClick={() => void send()}>
        {texts.resend}
      </Button>
    </div>
  );
};
