import { webhooksTexts } from '../../../texts/webhooks';
import { CopyableText } from './CopyableText';
import { SecretDialog, type ShownSecretProps } from '../../../ui/SecretDialog';

const { made: texts } = webhooksTexts;

/** The secret of a webhook, which is shown once. Only the button that confirms that it is saved closes the dialog. */
export const WebhookSecret = ({ secret, ...dialog }: ShownSecretProps & { secret: string }) => (
  <SecretDialog key="secret" title={texts.title} texts={texts} {...dialog}>
    <p>{texts.text}</p>
    <CopyableText label={texts.secret} text={secret} copyLabel={texts.copy} messages={texts} />
  </SecretDialog>
);
