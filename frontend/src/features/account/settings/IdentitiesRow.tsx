import { useRef, useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { formResolver } from '../../../lib/formResolver';
import { errorText, succeeds } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { formatMoment } from '../../../lib/dates/format';
import { providerName } from '../../../lib/signInWays';
import { identitiesTexts } from '../../../texts/identities';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { Dialog } from '../../../ui/Dialog';
import { ErrorState } from '../../../ui/ErrorState';
import { notify } from '../../../ui/notify';
import { Time } from '../../../ui/Time';
import { useAsked } from '../../../ui/useAsked';
import { showRefusal } from './confirmation';
import {
  type IdentitiesQuery,
  IdentitiesDocument,
  LinkIdentityDocument,
  UnlinkIdentityDocument,
} from './Identities.generated';
import { toConfirmation } from './proofValue';
import { reauthEntries, ReauthFields } from './ReauthFields';
import { SettingsRow } from './SettingsSection';
import { useProviderWindow, providerWindowError } from './useProviderWindow';

const { identities: texts } = identitiesTexts;

type Identity = NonNullable<IdentitiesQuery['me']['identities']>[number];

interface LinkDialogProps {
  isTwoFactor: boolean;
  onClose: () => void;
  onLinked: () => void;
}

/** Asks for proof of the person's identity, and then opens the provider. */
const LinkDialog = ({ isTwoFactor, onClose, onLinked }: LinkDialogProps) => {
  const name = providerName();
  const ask = useProviderWindow();
  const [begin, { loading }] = useMutation(LinkIdentityDocument, { fetchPolicy: 'no-cache' });
  const form = useForm({
    resolver: formResolver(v.object(reauthEntries(isTwoFactor))),
    defaultValues: { currentPassword: '', code: '' },
  });
  const submit = form.handleSubmit(async ({ currentPassword, code }) => {
    const input = { ...toConfirmation(currentPassword), ...(isTwoFactor && { code }) };
    try {
      const completed = await ask(async () => {
        const { data } = await begin({ variables: { input } });
        if (!data) throw new Error('no answer');
        return data.linkIdentity;
      });
      if (completed) {
        notify.success(texts.linked(name));
        onLinked();
      }
    } catch (error) {
      showRefusal(form, error, providerWindowError(error) ?? texts.linkFailed(name));
    }
  });
  return (
    <Dialog
      key="link"
      open
      onOpenChange={onClose}
      title={texts.linkTitle(name)}
      // Not pending while the window is open, because it may be closed without an answer.
      form={{ onSubmit: submit, submitLabel: texts.linkSubmit, pending: loading }}
    >
      <p>{texts.linkText(name)}</p>
      <ReauthFields form={form} isTwoFactor={isTwoFactor} />
    </Dialog>
  );
};

const IdentityItem = ({ identity, onUnlink }: { identity: Identity; onUnlink: () => void }) => {
  const { name, email, lastUsedAt } = identity;
  return (
    <li className="flex items-center gap-4 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
          {email && <span className="wrap-anywhere">{email}</span>}
          {lastUsedAt && <Time at={lastUsedAt}>{texts.lastUsed(formatMoment(lastUsedAt))}</Time>}
        </p>
      </div>
      <Button size="md" aria-label={texts.unlinkNamed(name)} onClick={onUnlink}>
        {texts.unlink}
      </Button>
    </li>
  );
};

/** The accounts at the provider that can sign in to this one. */
export const IdentitiesRow = ({ isTwoFactor }: { isTwoFactor: boolean }) => {
  const { data, error, loading, readAgain } = usePageQuery(IdentitiesDocument);
  const [unlink] = useMutation(UnlinkIdentityDocument);
  const [isLinking, setLinking] = useState(false);
  const { asked, isOpen, ask, close } = useAsked<Identity>();
  const linkButton = useRef<HTMLButtonElement>(null);
  const name = providerName();
  const identities = data?.me.identities ?? [];

  const remove = async (): Promise<boolean> => {
    if (!asked) return false;
    const isDone = await succeeds(
      unlink({ variables: { input: { id: asked.id, mutationId: newId() } } }),
      texts.unlinkFailed,
    );
    await readAgain();
    if (isDone) notify.success(texts.unlinked(asked.name));
    return isDone;
  };
  if (error && !data) {
    return <ErrorState message={errorText(error, texts.failedToFetch)} pending={loading} onRetry={readAgain} />;
  }
  return (
    <>
      <SettingsRow title={texts.title} text={texts.text(name)}>
        {() => (
          <Button ref={linkButton} aria-label={texts.linkNamed(name)} onClick={() => setLinking(true)}>
            {texts.link}
          </Button>
        )}
      </SettingsRow>
      {identities.length > 0 && (
        <ul aria-label={texts.title} className="mb-3 rounded-md border border-line px-4 py-1">
          {identities.map((identity) => (
            <IdentityItem key={identity.id} identity={identity} onUnlink={() => ask(identity)} />
          ))}
        </ul>
      )}
      {isLinking && (
        <LinkDialog
          isTwoFactor={isTwoFactor}
          onClose={() => setLinking(false)}
          onLinked={() => {
            setLinking(false);
            void readAgain();
          }}
        />
      )}
      <ConfirmDialog
        open={isOpen}
        onOpenChange={close}
        finalFocus={() => linkButton.current}
        title={asked ? texts.unlinkTitle(asked.name) : ''}
        confirmLabel={texts.unlink}
        onConfirm={remove}
      >
        {asked && texts.unlinkText(asked.name)}
      </ConfirmDialog>
    </>
  );
};
