import { type RefObject, useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { reportError, succeeds } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { webhooksTexts } from '../../../texts/webhooks';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { notify } from '../../../ui/notify';
import { DeleteWebhookDocument, RotateWebhookSecretDocument, type WebhookRowFragment } from './Webhooks.generated';
import { WebhookSecret } from './WebhookSecret';

interface WebhookConfirmDialogProps {
  what: 'delete' | 'secret';
  webhook: WebhookRowFragment;
  open: boolean;
  onClose: () => void;
  /** Called after an attempt to delete the webhook. */
  onChanged: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** Confirms that a webhook is deleted or gets another secret; then shows the secret once. */
export const WebhookConfirmDialog = ({
  what,
  webhook,
  open,
  onClose,
  onChanged,
  finalFocus,
}: WebhookConfirmDialogProps) => {
  const [remove] = useMutation(DeleteWebhookDocument);
  const [rotate] = useMutation(RotateWebhookSecretDocument, { fetchPolicy: 'no-cache' });
  const [secret, setSecret] = useState<string | null>(null);
  const { id, name } = webhook;
  const deleteIt = async (): Promise<boolean> => {
    const input = { id, mutationId: newId() };
    const isDone = await succeeds(remove({ variables: { input } }), webhooksTexts.delete.failed);
    onChanged();
    if (isDone) notify.success(webhooksTexts.delete.done);
    return isDone;
  };
  const rotateIt = async (): Promise<boolean> => {
    try {
      const { data } = await rotate({ variables: { input: { id } } });
      setSecret(data?.rotateWebhookSecret.secret ?? null);
    } catch (error) {
      reportError(error, { fallback: webhooksTexts.secret.failed });
    }
    // The secret replaces the confirmation.
    return false;
  };
  if (secret !== null) return <WebhookSecret open={open} secret={secret} onClose={onClose} finalFocus={finalFocus} />;
  const { title, text, confirm } =
    what === 'delete' ? { ...webhooksTexts.delete, title: webhooksTexts.delete.title(name) } : webhooksTexts.secret;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      finalFocus={() => (what === 'delete' ? finalFocus.current : null)}
      title={title}
      confirmLabel={confirm}
      onConfirm={what === 'delete' ? deleteIt : rotateIt}
    >
      {text}
    </ConfirmDialog>
  );
};
