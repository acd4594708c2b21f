import { useEffect, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { CircleAlert, CloudOff } from 'lucide-react';
import { cx } from '../../lib/cx';
import { useStore } from '../../lib/store';
import { number } from '../../texts/format';
import { joined } from '../../texts/joined';
import { outboxTexts } from '../../texts/outbox';
import { lazyDialog } from '../../ui/lazyComponent';
import { openOutbox, useOutbox, type OutboxParts } from './outbox';
import { signOutDialog } from './signOut';

const OutboxDialog = lazyDialog(() => import('./outboxDialogs'), 'OutboxDialog');
const SignOutDialog = lazyDialog(() => import('./outboxDialogs'), 'SignOutDialog');

/** Asks before a sign-out discards the queue. */
const OpenSignOutDialog = () => {
  const answer = useStore(signOutDialog);
  const close = (maySignOut: boolean): void => {
    answer?.(maySignOut);
    signOutDialog.set(null);
  };
  return <SignOutDialog open={answer !== null} onAnswer={close} onOpenChange={(open) => !open && close(false)} />;
};

/** The number of queued writes, in the frame of every page; opens their list. */
export const OutboxStatus = ({ parts }: { parts: OutboxParts }) => {
  const client = useApolloClient();
  const { queue } = useOutbox();
  const [open, setOpen] = useState(false);
  const [hadQueue, setHadQueue] = useState(false);
  if (queue.length > 0 && !hadQueue) setHadQueue(true);
  useEffect(() => {
    // If the queue cannot be opened, the next write reports the failure.
    openOutbox(client, parts).catch(() => undefined);
  }, [client, parts]);

  const refused = queue.filter(({ state }) => state === 'refused').length;
  const pending = queue.length - refused;
  const summary = joined([
    ...(pending > 0 ? [outboxTexts.waiting(pending)] : []),
    ...(refused > 0 ? [outboxTexts.refused(refused)] : []),
  ]);

  return (
    <>
      <p role="status" className="sr-only">
        {summary || (hadQueue && outboxTexts.allSent)}
      </p>
      {summary !== '' && (
        <button
          type="button"
          aria-haspopup="dialog"
          className={cx(
            'inline-flex h-7 flex-none items-center gap-1.5 rounded-full border border-caution-line bg-caution-soft px-2.5 text-xs font-medium text-caution-ink hover:border-caution-ink pointer-coarse:h-11 pointer-coarse:px-3.5',
            // Delayed, so that a write that is sent immediately does not flash.
            'transition-opacity delay-300 starting:opacity-0',
          )}
          onClick={() => setOpen(true)}
        >
          {refused > 0 ? <CircleAlert className="size-3.5 stroke-2" /> : <CloudOff className="size-3.5 stroke-2" />}
          <span aria-hidden="true" className="lg:hidden">
            {number(queue.length)}
          </span>
          <span className="max-lg:sr-only">{summary}</span>
        </button>
      )}
      <OutboxDialog open={open} onOpenChange={setOpen} />
      <OpenSignOutDialog />
    </>
  );
};
