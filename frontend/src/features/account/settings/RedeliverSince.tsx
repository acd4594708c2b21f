import { useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { succeeds } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { webhooksTexts } from '../../../texts/webhooks';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { notify } from '../../../ui/notify';
import { RedeliverSinceDocument } from './Webhooks.generated';

const { since: texts } = webhooksTexts.deliveries;

interface RedeliverSinceProps {
  webhookId: string;
  projectId: string;
  /** The revision of the first message. */
  revision: number;
}

/** Asks for confirmation, and sends a message of a project and all later ones again. */
export const RedeliverSince = ({ webhookId, projectId, revision }: RedeliverSinceProps) => {
  const [open, setOpen] = useState(false);
  const [redeliver] = useMutation(RedeliverSinceDocument);
  const send = async (): Promise<boolean> => {
    const input = { id: webhookId, projectId, revision: revision - 1, mutationId: newId() };
    const isDone = await succeeds(redeliver({ variables: { input } }), texts.failed);
    if (isDone) notify.success(texts.begun);
    return isDone;
  };
  return (
    <>
      <Button size="md" className="w-fit" onClick={() => setOpen(true)}>
        {texts.button}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={texts.title}
        confirmLabel={webhooksTexts.deliveries.again}
        onConfirm={send}
      >
        {texts.text}
      </ConfirmDialog>
    </>
  );
};
