import { useRef, type MouseEvent, type MouseEventHandler } from 'react';
import { useMutation } from '@apollo/client/react';
import { errorText, succeeds } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { formatMoment } from '../../../lib/dates/format';
import { securityTexts } from '../../../texts/security';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { ErrorState } from '../../../ui/ErrorState';
import { notify } from '../../../ui/notify';
import { Skeleton } from '../../../ui/Skeleton';
import { Time } from '../../../ui/Time';
import { useAsked } from '../../../ui/useAsked';
import { RevokeOtherSessionsDocument, RevokeSessionDocument, SessionsDocument } from './Sessions.generated';
import type { SessionsQuery } from './Sessions.generated';

const { sessions: texts } = securityTexts;

type Session = SessionsQuery['sessions'][number];

/** The feed does not report sessions, so the list is refetched while it is shown. */
const READ_EVERY_MS = 5_000;

const SessionItem = ({ session, onRevoke }: { session: Session; onRevoke: MouseEventHandler }) => {
  const { device, address, lastSeenAt, current } = session;
  return (
    <li className="flex items-center gap-4 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
          <span className="wrap-anywhere">{device}</span>
          {current && <span className="tag">{texts.thisOne}</span>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span className="wrap-anywhere">{address || texts.unknownAddress}</span>
          <Time at={lastSeenAt}>{texts.lastSeen(formatMoment(lastSeenAt))}</Time>
        </p>
      </div>
      {!current && (
        <Button size="md" aria-label={texts.revokeNamed(device)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      )}
    </li>
  );
};

/** All sessions of the person, and ways to end them. */
export const SessionList = ({ id }: { id: string }) => {
  const { data, error, loading, readAgain } = usePageQuery(SessionsDocument, {
    pollInterval: READ_EVERY_MS,
    skipPollAttempt: () => document.hidden,
  });
  const [revokeOne] = useMutation(RevokeSessionDocument);
  const [revokeOthers] = useMutation(RevokeOtherSessionsDocument);
  const { asked, isOpen, ask, close } = useAsked<Session | 'others'>();
  const list = useRef<HTMLDivElement>(null);
  const asker = useRef<HTMLElement>(null);
  const askBy = (about: Session | 'others') => (event: MouseEvent<HTMLElement>) => {
    asker.current = event.currentTarget;
    ask(about);
  };

  const revoke = async (): Promise<boolean> => {
    const isDone =
      asked === 'others'
        ? await succeeds(revokeOthers({ variables: { input: { mutationId: newId() } } }), texts.revokeOthersFailed)
        : asked !== null &&
          (await succeeds(
            revokeOne({ variables: { input: { id: asked.id, mutationId: newId() } } }),
            texts.revokeFailed,
          ));
    // Reads the list also after a failure: a session that expired meanwhile leaves the list, too.
    await readAgain();
    if (isDone) notify.success(asked === 'others' ? texts.revokedOthers : texts.revoked);
    return isDone;
  };

  const sessions = data?.sessions;
  const isOne = asked !== null && asked !== 'others';
  return (
    <div id={id} ref={list} tabIndex={-1} className="mb-3 rounded-md border border-line px-4 py-1 outline-none">
      {error && !sessions && (
        <ErrorState message={errorText(error, texts.failedToFetch)} pending={loading} onRetry={readAgain} />
      )}
      {!sessions && !error && <Skeleton className="my-3 h-10 w-full" />}
      {sessions && (
        <ul aria-label={texts.list}>
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} onRevoke={askBy(session)} />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <div className="border-t border-line py-2.5">
          <Button onClick={askBy('others')}>{texts.revokeOthers}</Button>
        </div>
      )}
      <ConfirmDialog
        open={isOpen}
        onOpenChange={close}
        // The pressed button may be removed together with its session.
        finalFocus={() => (asker.current?.isConnected ? asker.current : list.current)}
        title={isOne ? texts.revokeTitle(asked.device) : texts.revokeOthersTitle}
        confirmLabel={isOne ? texts.revoke : texts.revokeOthers}
        onConfirm={revoke}
      >
        {isOne ? texts.revokeText : texts.revokeOthersText}
      </ConfirmDialog>
    </div>
  );
};
