import type { RefObject } from 'react';
import { webhooksTexts } from '../../../texts/webhooks';
import { CopyableText } from './CopyableText';
import { SecretDialog } from '../../../ui/SecretDialog';

const { made: texts } = webhooksTexts;

interface WebhookSecretProps {
  open: boolean;
  secret: string;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** The secret of a webhook, which is shown once. Only the button that confirms that it is saved closes the dialog. */
export const WebhookSecret = ({ open, secret, onClose, finalFocus }: WebhookSecretProps) => (
  <SecretDialog key="secret" open={open} title={texts.title} texts={texts} onClose={onClose} finalFocus={finalFocus}>
    <p>{texts.text}</p>
    <CopyableText label={texts.secret} text={secret} copyLabel={texts.copy} messages={texts} />
  </SecretDialog>
);
