import { useRef, useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { Copy, Plus } from 'lucide-react';
import { errorText, succeeds } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { formatDay } from '../../../lib/dates/format';
import { useNow } from '../../../lib/useNow';
import { shareLinksTexts as texts } from '../../../texts/shareLinks';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { copyText } from '../../../ui/copyText';
import { Dialog } from '../../../ui/Dialog';
import { SecretDialog } from '../../../ui/SecretDialog';
import { ErrorState } from '../../../ui/ErrorState';
import { notify } from '../../../ui/notify';
import { Spinner } from '../../../ui/Spinner';
import { Time } from '../../../ui/Time';
import { useAsked } from '../../../ui/useAsked';
import { NewShareLink } from './NewShareLink';
import { RevokeShareLinkDocument, type SharedByLinkFragment, ShareLinksDocument } from './ShareLinks.generated';

/** Returns the text that distinguishes a link from others. */
const nameOf = ({ viewName, ending }: SharedByLinkFragment): string =>
  `${viewName ?? texts.allTasks} ${texts.ending(ending)}`;

const LinkRow = ({ link, onRevoke }: { link: SharedByLinkFragment; onRevoke: () => void }) => {
  const { viewName, ending, hasPassword, initials, createdAt, expiresAt, creator } = link;
  const now = useNow();
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
  return (
    <li className="flex items-center gap-4 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 font-medium">
          <bdi className="wrap-anywhere">{viewName ?? texts.allTasks}</bdi>
          <code className="font-mono text-xs font-normal text-ink-3">{texts.ending(ending)}</code>
          {hasPassword && <span className="tag">{texts.password}</span>}
          {initials && <span className="tag">{texts.initials}</span>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
          {expiresAt === null ? (
            <span>{texts.neverExpires}</span>
          ) : (
            <Time at={expiresAt} className={isOver ? 'text-danger-ink' : undefined}>
              {(isOver ? texts.expired : texts.expires)(formatDay(expiresAt))}
            </Time>
          )}
          <span className="wrap-anywhere">{texts.createdBy(creator?.name ?? '', formatDay(createdAt))}</span>
        </p>
      </div>
      <Button size="md" aria-label={texts.revokeNamed(nameOf(link))} onClick={onRevoke}>
        {texts.revoke}
      </Button>
    </li>
  );
};

/** The address of a new link, which is shown only once. */
const CreatedLink = ({ url, onDone }: { url: string; onDone: () => void }) => (
  <SecretDialog
    open
    title={texts.made.title}
    texts={{ saved: texts.made.done, first: texts.made.first }}
    onClose={onDone}
  >
    <p>{texts.made.text}</p>
    <code
      aria-label={texts.made.address}
      className="w-full rounded-md border border-line bg-well p-3 font-mono text-xs wrap-anywhere select-all"
    >
      {url}
    </code>
    <div>
      <Button icon={<Copy />} onClick={() => void copyText(url, texts.made)}>
        {texts.made.copy}
      </Button>
    </div>
  </SecretDialog>
);

export interface ShareDialogProps {
  projectId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The links that show a project to visitors, for its owners. */
export const ShareDialog = ({ projectId, open, onOpenChange }: ShareDialogProps) => {
  const { data, error, readAgain } = usePageQuery(ShareLinksDocument, { variables: { projectId } });
  const [revoke] = useMutation(RevokeShareLinkDocument);
  const [isMaking, setMaking] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const { asked, isOpen, ask, close } = useAsked<SharedByLinkFragment>();
  const createButton = useRef<HTMLButtonElement>(null);
  const links = data?.shareLinks;

  const confirm = async (): Promise<boolean> => {
    if (!asked) return true;
    const input = { id: asked.id, mutationId: newId() };
    const isDone = await succeeds(revoke({ variables: { input } }), texts.revokeFailed);
    // Reads the list also after a failure: a link that expired meanwhile leaves the list, too.
    await readAgain();
    if (isDone) notify.success(texts.revoked);
    return isDone;
  };

  if (isMaking) {
    return (
      <NewShareLink
        projectId={projectId}
        open={open}
        onCancel={() => setMaking(false)}
        onMade={(made) => {
          setUrl(made);
          setMaking(false);
          void readAgain();
        }}
      />
    );
  }
  if (url !== null) return <CreatedLink url={url} onDone={() => setUrl(null)} />;
  return (
    <>
      <Dialog open={open} onOpenChange={onOpenChange} title={texts.title}>
        <p className="text-ink-3">{texts.text}</p>
        {links === undefined ? (
          error ? (
            <ErrorState message={errorText(error, texts.failedToFetch)} onRetry={readAgain} />
          ) : (
            <Spinner />
          )
        ) : (
          <>
            {links.length === 0 ? (
              <p>{texts.none}</p>
            ) : (
              <ul aria-label={texts.list} className="rounded-md border border-line px-4 py-1">
                {links.map((link) => (
                  <LinkRow key={link.id} link={link} onRevoke={() => ask(link)} />
                ))}
              </ul>
            )}
            <div>
              <Button ref={createButton} icon={<Plus />} onClick={() => setMaking(true)}>
                {texts.new}
              </Button>
            </div>
          </>
        )}
      </Dialog>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={close}
        // The pressed button is removed together with its link.
        finalFocus={() => createButton.current}
        title={texts.revokeTitle}
        confirmLabel={texts.revoke}
        onConfirm={confirm}
      >
        {asked && <p className="font-medium wrap-anywhere">{nameOf(asked)}</p>}
        <p>{texts.revokeText}</p>
      </ConfirmDialog>
    </>
  );
};
