import { useEffect, useRef, useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { Mail, RotateCw, X } from 'lucide-react';
import { errorText, succeeds } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { formatDay } from '../../lib/dates/format';
import { useNow } from '../../lib/useNow';
import { peopleTexts } from '../../texts/people';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { notify } from '../../ui/notify';
import { type InvitationFieldsFragment, ProjectInvitationsDocument } from './ProjectInvitations.generated';
import { ResendInvitationDocument } from './ResendInvitation.generated';
import { RevokeInvitationDocument } from './RevokeInvitation.generated';
import { MorePages } from './ShowMore';

const { pending: texts } = peopleTexts;

interface InvitationRowProps {
  invitation: InvitationFieldsFragment;
  onChanged: () => Promise<void>;
  onGone: () => void;
}

/** An invitation that has not been accepted yet. */
const InvitationRow = ({ invitation, onChanged, onGone }: InvitationRowProps) => {
  const { id: invitationId, projectId, email, role, expiresAt, inviter } = invitation;
  const [resend] = useMutation(ResendInvitationDocument);
  const [revoke] = useMutation(RevokeInvitationDocument);
  const [running, setRunning] = useState<'resend' | 'revoke' | null>(null);
  const isExpired = new Date(expiresAt) <= useNow();
  const input = () => ({ variables: { input: { projectId, invitationId, mutationId: newId() } } });
  const finish = async (action: Promise<unknown>, failed: string): Promise<boolean> => {
    const isDone = await succeeds(action, failed);
    // Reads the list also after a failure: an invitation that another owner has revoked leaves the list, too.
    await onChanged();
    setRunning(null);
    return isDone;
  };
  const sendAgain = async (): Promise<void> => {
    setRunning('resend');
    if (await finish(resend(input()), texts.resendFailed)) notify.success(texts.resent(email));
  };
  const withdraw = async (): Promise<void> => {
    setRunning('revoke');
    if (!(await finish(revoke(input()), texts.revokeFailed))) return;
    notify.success(texts.revoked);
    onGone();
  };
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 border-t border-line py-2 md:gap-x-3">
      <span className="grid size-7 flex-none place-items-center rounded-full border border-dashed border-line-3 text-ink-3">
        <Mail className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1 basis-20">
        <p className="truncate font-medium" title={email}>
          <bdi>{email}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-1.5 text-xs text-ink-3">
          <span className="wrap-anywhere">{texts.by[role](inviter.name)}</span>
          <span>{isExpired ? texts.expired : texts.until(formatDay(expiresAt))}</span>
        </p>
      </div>
      <div className="ms-auto flex items-center gap-2 md:gap-3">
        <Button
          variant="ghost"
          size="md"
          pending={running === 'resend'}
          aria-label={texts.resendTo(email)}
          icon={<RotateCw className="md:hidden" />}
          onClick={() => void sendAgain()}
        >
          <span className="max-md:sr-only">{texts.resend}</span>
        </Button>
        <span className="flex w-9 justify-end md:w-20">
          <Button
            variant="ghost"
            size="md"
            pending={running === 'revoke'}
            aria-label={texts.revokeOf(email)}
            icon={<X className="md:hidden" />}
            onClick={() => void withdraw()}
          >
            <span className="max-md:sr-only">{texts.revoke}</span>
          </Button>
        </span>
      </div>
    </li>
  );
};

interface PendingInvitationsProps {
  projectId: string;
  /** A new member may have accepted one of these. */
  memberCount: number;
}

/** The open invitations of a project, with actions for owners. */
export const PendingInvitations = ({ projectId, memberCount }: PendingInvitationsProps) => {
  const { data, error, loading, readAgain, fetchMore } = usePageQuery(ProjectInvitationsDocument, {
    variables: { projectId },
  });
  const section = useRef<HTMLElement>(null);
  const known = useRef(memberCount);
  useEffect(() => {
    if (known.current === memberCount) return;
    known.current = memberCount;
    void readAgain();
  }, [memberCount, readAgain]);

  const list = data?.project?.invitations;
  if (!list) {
    if (!error || loading) return null;
    return <ErrorState message={errorText(error, texts.fetchFailed)} onRetry={readAgain} />;
  }
  return (
    <section ref={section} tabIndex={-1} aria-label={texts.list} className="outline-none">
      {list.nodes.length > 0 && (
        <>
          <h2 className="mt-8 mb-2 text-base font-medium">{texts.title}</h2>
          <ul aria-label={texts.list}>
            {list.nodes.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                onChanged={readAgain}
                onGone={() => section.current?.focus()}
              />
            ))}
          </ul>
        </>
      )}
      <MorePages of={list.pageInfo} fetchMore={fetchMore} />
    </section>
  );
};
