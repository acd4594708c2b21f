import { useEffect, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { CircleAlert, CloudOff } from 'lucide-react';
import { cx } from '../../lib/cx';
import { guardSignOut } from '../../features/account/session/signOutGuard';
import { number } from '../../texts/format';
import { waitingTexts } from '../../texts/waiting';
import { lazyDialog } from '../../ui/lazyComponent';
import { openOutbox, theOutbox, useShown } from './outbox';
import { startTakingBack } from './takeBack';

const WaitingDialog = lazyDialog(() => import('./outboxDialogs'), 'WaitingDialog');
const SignOutQuestion = lazyDialog(() => import('./outboxDialogs'), 'SignOutQuestion');

/** Asks before a sign-out drops what waits; shows nothing until then. */
const Guard = () => {
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | null>(null);
  useEffect(
    () =>
      guardSignOut({
        mayLeave: () => {
          if ((theOutbox()?.queue().length ?? 0) === 0) return Promise.resolve(true);
          return new Promise<boolean>((resolve) => setAnswer(() => resolve));
        },
        left: () => {
          // What cannot be dropped stays sealed under their name.
          theOutbox()
            ?.drop()
            .catch(() => undefined);
        },
      }),
    [],
  );
  return (
    <SignOutQuestion
      open={answer !== null}
      onAnswer={(mayLeave) => {
        answer?.(mayLeave);
        setAnswer(null);
      }}
      onOpenChange={(open) => {
        if (open) return;
        answer?.(false);
        setAnswer(null);
      }}
    />
  );
};

/** How much waits, in the frame on every page: a press shows what it is. */
export const Waiting = () => {
  const client = useApolloClient();
  const { queue } = useShown();
  const [open, setOpen] = useState(false);
  const [hasWaited, setHasWaited] = useState(false);
  if (queue.length > 0 && !hasWaited) setHasWaited(true);
  useEffect(() => {
    // The first write may find no connection to fetch the code by. Where nothing can be kept, writing says so itself.
    import('./carry').then(() => openOutbox(client)).catch(() => undefined);
  }, [client]);
  useEffect(startTakingBack, []);

  const refused = queue.filter(({ state }) => state === 'refused').length;
  const waiting = queue.length - refused;
  const said = [
    ...(waiting > 0 ? [waitingTexts.waiting(waiting)] : []),
    ...(refused > 0 ? [waitingTexts.refused(refused)] : []),
  ].join(', ');

  return (
    <>
      <p role="status" className="sr-only">
        {said || (hasWaited && waitingTexts.allSent)}
      </p>
      {said !== '' && (
        <button
          type="button"
          aria-haspopup="dialog"
          className={cx(
            'inline-flex h-7 flex-none items-center gap-1.5 rounded-full border border-caution-line bg-caution-soft px-2.5 text-xs font-medium text-caution-ink hover:border-caution-ink pointer-coarse:h-11 pointer-coarse:px-3.5',
            // What is sent at once is not worth a sign.
            'transition-opacity delay-300 starting:opacity-0',
          )}
          onClick={() => setOpen(true)}
        >
          {refused > 0 ? <CircleAlert className="size-3.5 stroke-2" /> : <CloudOff className="size-3.5 stroke-2" />}
          <span aria-hidden="true" className="lg:hidden">
            {number(queue.length)}
          </span>
          <span className="max-lg:sr-only">{said}</span>
        </button>
      )}
      <WaitingDialog open={open} onOpenChange={setOpen} />
      <Guard />
    </>
  );
};
