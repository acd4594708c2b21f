import { useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { RotateCw } from 'lucide-react';
import { errorText } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { formatFull, formatMoment } from '../../../lib/dates/format';
import { webhooksTexts } from '../../../texts/webhooks';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorState } from '../../../ui/ErrorState';
import { notify } from '../../../ui/notify';
import { Spinner } from '../../../ui/Spinner';
import { Time } from '../../../ui/Time';
import { MorePages } from '../../projects/ShowMore';
import {
  type DeliveryRowFragment,
  RedeliverDocument,
  WebhookDeliveriesDocument,
  type WebhookRowFragment,
} from './Webhooks.generated';
import { RedeliverSince } from './RedeliverSince';
import { deliveryError } from './webhookText';

const { deliveries: texts } = webhooksTexts;

/** Shows a type that this build does not know yet by its name. */
const nameType = (type: string): string => (texts.types as Readonly<Record<string, string>>)[type] ?? type;

/** Formats JSON on several lines; leaves other texts unchanged. */
const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const Block = ({ label, text }: { label: string; text: string }) => (
  <div className="min-w-0">
    <p className="text-xs font-medium text-ink-3">{label}</p>
    {/* Focusable, so that long texts can be scrolled by keyboard. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
    <pre tabIndex={0} className="max-h-56 overflow-auto rounded-md border border-line bg-well p-2 font-mono text-xs">
      {text}
    </pre>
  </div>
);

interface DeliveryItemProps {
  delivery: DeliveryRowFragment;
  isSending: boolean;
  onAgain: () => void;
}

const DeliveryItem = ({ delivery, isSending, onAgain }: DeliveryItemProps) => {
  const { webhookId, projectId, revision, type, state, attempts, attemptedAt } = delivery;
  const { nextAt, durationMs, request, response } = delivery;
  return (
    <li className="border-t border-line py-2.5 first:border-t-0">
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 font-medium">
            {nameType(type)}
            <span className={state === 'DELIVERED' ? 'tag' : 'tag text-danger-ink'}>{texts.states[state]}</span>
          </p>
          <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
            <Time at={attemptedAt}>{formatMoment(attemptedAt)}</Time>
            {state !== 'DELIVERED' && <span className="wrap-anywhere">{deliveryError(delivery)}</span>}
            {attempts > 1 && <span>{texts.attempts(attempts)}</span>}
            {durationMs !== null && state === 'DELIVERED' && <span>{texts.took(durationMs)}</span>}
            {nextAt && <span>{texts.next(formatMoment(nextAt))}</span>}
          </p>
        </div>
        <Button size="md" pending={isSending} aria-label={texts.againOf(formatFull(attemptedAt))} onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
      <details className="mt-1">
        <summary className="w-fit cursor-pointer text-xs text-ink-3 pointer-coarse:py-3.5">{texts.details}</summary>
        <div className="mt-1 grid gap-2">
          <Block label={texts.request} text={request === null ? texts.erased : readable(request)} />
          <Block label={texts.response} text={response === null ? texts.noResponse : readable(response)} />
          {projectId !== null && revision !== null && (
            <RedeliverSince webhookId={webhookId} projectId={projectId} revision={revision} />
          )}
        </div>
      </details>
    </li>
  );
};

interface WebhookDeliveriesProps {
  webhook: WebhookRowFragment;
  open: boolean;
  onClose: () => void;
}

/** The messages that a webhook has sent, with the answers; each can be sent again, also with all later ones. */
export const WebhookDeliveries = ({ webhook, open, onClose }: WebhookDeliveriesProps) => {
  const page = usePageQuery(WebhookDeliveriesDocument, { variables: { id: webhook.id } });
  const [redeliver] = useMutation(RedeliverDocument);
  const [sending, setSending] = useState<string | null>(null);
  const list = page.data?.webhook.deliveries;
  const again = async (id: string): Promise<void> => {
    setSending(id);
    try {
      const { data } = await redeliver({ variables: { input: { id, mutationId: newId() } } });
      const delivery = data?.redeliver.delivery;
      if (delivery?.state === 'DELIVERED') notify.success(texts.sent);
      else if (delivery) notify.error(deliveryError(delivery));
    } catch (error) {
      notify.error(errorText(error, texts.sendFailed));
    }
    setSending(null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="lg"
      title={texts.title(webhook.name)}
      note={
        <>
          <span>{texts.text}</span>
          <Button
            size="md"
            icon={<RotateCw />}
            pending={page.loading && list !== undefined}
            onClick={() => void page.readAgain()}
          >
            {texts.refresh}
          </Button>
        </>
      }
    >
      {!list && page.error ? (
        <ErrorState
          message={errorText(page.error, texts.failedToFetch)}
          pending={page.loading}
          onRetry={page.readAgain}
        />
      ) : !list ? (
        <Spinner />
      ) : list.nodes.length === 0 ? (
        <EmptyState {...texts.none} level={3} className="py-6" />
      ) : (
        <>
          <ul aria-label={texts.list}>
            {list.nodes.map((delivery) => (
              <DeliveryItem
                key={delivery.id}
                delivery={delivery}
                isSending={sending === delivery.id}
                onAgain={() => void again(delivery.id)}
              />
            ))}
          </ul>
          <MorePages of={list.pageInfo} fetchMore={page.fetchMore} />
        </>
      )}
    </Dialog>
  );
};
