import { useRef } from 'react';
import { useMutation } from '@apollo/client/react';
import { Ellipsis } from 'lucide-react';
import { WEBHOOKS } from '@contract/limits';
import { errorText, succeeds } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { webhooksTexts as texts } from '../../../texts/webhooks';
import { Button } from '../../../ui/Button';
import { IconButton } from '../../../ui/IconButton';
import { lazyDialog } from '../../../ui/lazyComponent';
import { Menu, MenuItem } from '../../../ui/Menu';
import { notify } from '../../../ui/notify';
import { useAsked } from '../../../ui/useAsked';
import { useAllProjects } from '../../projects/useProjects';
import { SettingsList } from './SettingsList';
import {
  TestWebhookDocument,
  UpdateWebhookDocument,
  type WebhookRowFragment,
  WebhooksDocument,
} from './Webhooks.generated';
import { deliveryError } from './webhookText';

const WebhookDialog = lazyDialog(() => import('./settingsDialogs'), 'WebhookDialog');
const WebhookDeliveries = lazyDialog(() => import('./settingsDialogs'), 'WebhookDeliveries');
const WebhookConfirmDialog = lazyDialog(() => import('./settingsDialogs'), 'WebhookConfirmDialog');

type Webhook = WebhookRowFragment;

const WebhookScope = ({ projectId }: Pick<Webhook, 'projectId'>) => {
  const { projects } = useAllProjects();
  if (projectId === null) return <span>{texts.allProjects}</span>;
  return <bdi className="wrap-anywhere">{projects?.find(({ id }) => id === projectId)?.name ?? texts.oneProject}</bdi>;
};

const WebhookItem = ({ webhook: { name, url, projectId, state, pauseReason } }: { webhook: Webhook }) => (
  <div className="min-w-0 flex-1">
    <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 font-medium">
      <bdi className="wrap-anywhere">{name}</bdi>
      <span className={state === 'ACTIVE' ? 'tag' : 'tag text-danger-ink'}>{texts.states[state]}</span>
    </p>
    <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
      <WebhookScope projectId={projectId} />
      <span className="wrap-anywhere">{URL.canParse(url) ? new URL(url).host : url}</span>
      {pauseReason && <span>{texts.pauses[pauseReason]}</span>}
    </p>
  </div>
);

type OpenDialog =
  | { what: 'form'; webhook: Webhook | null }
  | { what: 'deliveries' | 'delete' | 'secret'; webhook: Webhook };

/** The person's webhooks, with their actions. */
export const Webhooks = () => {
  const page = usePageQuery(WebhooksDocument);
  const [update] = useMutation(UpdateWebhookDocument);
  const [test] = useMutation(TestWebhookDocument);
  const { asked, times, isOpen, ask, close } = useAsked<OpenDialog>();
  const createButton = useRef<HTMLButtonElement>(null);

  const setPaused = async ({ id }: Webhook, paused: boolean): Promise<void> => {
    const input = { id, paused, mutationId: newId() };
    if (await succeeds(update({ variables: { input } }), texts.changeFailed)) {
      notify.success(paused ? texts.paused : texts.started);
    }
  };
  const sendTest = async ({ id }: Webhook): Promise<void> => {
    try {
      const { data: answer } = await test({ variables: { input: { id, mutationId: newId() } } });
      const delivery = answer?.testWebhook.delivery;
      if (!delivery) return;
      if (delivery.state === 'DELIVERED') notify.success(texts.testDelivered);
      else notify.error(texts.testFailed(deliveryError(delivery)));
    } catch (failure) {
      notify.error(errorText(failure, texts.noTest));
    }
  };

  const webhooks = page.data?.webhooks;
  const shared = { open: isOpen, onClose: close, onChanged: () => void page.readAgain(), finalFocus: createButton };
  return (
    <>
      <SettingsList
        texts={texts}
        items={webhooks}
        page={page}
        createButton={createButton}
        full={webhooks && webhooks.length >= WEBHOOKS.max ? texts.full(WEBHOOKS.max) : undefined}
        onNew={() => ask({ what: 'form', webhook: null })}
      >
        {(webhook) => (
          <>
            <WebhookItem webhook={webhook} />
            <Button size="md" className="max-md:hidden" onClick={() => ask({ what: 'deliveries', webhook })}>
              {texts.act.deliveries}
            </Button>
            <Menu
              align="end"
              trigger={
                <IconButton label={texts.acts(webhook.name)} size="md">
                  <Ellipsis />
                </IconButton>
              }
            >
              <MenuItem onSelect={() => ask({ what: 'deliveries', webhook })}>{texts.act.deliveries}</MenuItem>
              <MenuItem onSelect={() => void sendTest(webhook)}>{texts.act.test}</MenuItem>
              <MenuItem onSelect={() => ask({ what: 'form', webhook })}>{texts.act.edit}</MenuItem>
              {webhook.state === 'PAUSED' ? (
                <MenuItem onSelect={() => void setPaused(webhook, false)}>{texts.act.start}</MenuItem>
              ) : (
                <MenuItem onSelect={() => void setPaused(webhook, true)}>{texts.act.pause}</MenuItem>
              )}
              <MenuItem onSelect={() => ask({ what: 'secret', webhook })}>{texts.act.secret}</MenuItem>
              <MenuItem danger onSelect={() => ask({ what: 'delete', webhook })}>
                {texts.act.delete}
              </MenuItem>
            </Menu>
          </>
        )}
      </SettingsList>
      {asked?.what === 'form' && <WebhookDialog key={times} {...shared} webhook={asked.webhook} />}
      {asked?.what === 'deliveries' && (
        <WebhookDeliveries key={times} open={isOpen} onClose={close} webhook={asked.webhook} />
      )}
      {(asked?.what === 'delete' || asked?.what === 'secret') && (
        <WebhookConfirmDialog key={times} {...shared} what={asked.what} webhook={asked.webhook} />
      )}
    </>
  );
};
