import { useRef, type MouseEvent } from 'react';
import { succeeds } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { notify } from '../../../ui/notify';
import { useAsked } from '../../../ui/useAsked';
import { SettingsList, type SettingsListProps, type SettingsListTexts } from './SettingsList';

interface Revocable {
  id: string;
  name: string;
}

interface RevocableListTexts extends SettingsListTexts {
  revoke: string;
  revokeNamed: (name: string) => string;
  revokeTitle: (name: string) => string;
  revokeText: string;
  revoked: string;
  revokeFailed: string;
}

interface RevocableListProps<T extends Revocable> extends SettingsListProps<T> {
  texts: RevocableListTexts;
  revoke: (options: { variables: { input: { id: string; mutationId: string } } }) => Promise<unknown>;
}

/** A person's tokens or addresses, each of which can be revoked after a confirmation. */
export const RevocableList = <T extends Revocable>({ revoke, children, ...list }: RevocableListProps<T>) => {
  const { texts, page, createButton } = list;
  const { asked, isOpen, ask, close } = useAsked<T>();
  const asker = useRef<HTMLElement>(null);
  const askBy = (item: T) => (event: MouseEvent<HTMLElement>) => {
    asker.current = event.currentTarget;
    ask(item);
  };
  const confirm = async (): Promise<boolean> => {
    if (!asked) return true;
    const input = { id: asked.id, mutationId: newId() };
    const isDone = await succeeds(revoke({ variables: { input } }), texts.revokeFailed);
    // Reads the list also after a failure: an entry that expired meanwhile leaves the list, too.
    await page.readAgain();
    if (isDone) notify.success(texts.revoked);
    return isDone;
  };
  return (
    <>
      <SettingsList {...list}>
        {(item) => (
          <>
            <div className="min-w-0 flex-1">{children(item)}</div>
            <Button size="md" aria-label={texts.revokeNamed(item.name)} onClick={askBy(item)}>
              {texts.revoke}
            </Button>
          </>
        )}
      </SettingsList>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={close}
        // The pressed button is removed together with its item.
        finalFocus={() => (asker.current?.isConnected ? asker.current : createButton.current)}
        title={asked ? texts.revokeTitle(asked.name) : ''}
        confirmLabel={texts.revoke}
        onConfirm={confirm}
      >
        {texts.revokeText}
      </ConfirmDialog>
    </>
  );
};
