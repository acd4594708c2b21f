import { useRef, useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { newId } from '../../sync/client/mutationId';
import { succeeds } from '../../sync/client/errors';
import { formatDay } from '../../lib/dates/format';
import { adminTexts } from '../../texts/admin';
import { Button } from '../../ui/Button';
import { notify } from '../../ui/notify';
import { type FetchMore, MorePages } from '../projects/ShowMore';
import { type AdminInvitationsQuery, RevokeAccountInvitationDocument } from './Admin.generated';

const { people: texts } = adminTexts;

type Invitation = AdminInvitationsQuery['accountInvitations']['nodes'][number];

interface InvitationItemProps {
  invitation: Invitation;
  onChanged: () => Promise<void>;
  onGone: () => void;
}

const InvitationItem = ({ invitation, onChanged, onGone }: InvitationItemProps) => {
  const { id, email, inviterName, expiresAt } = invitation;
  const [revoke] = useMutation(RevokeAccountInvitationDocument);
  const [isPending, setPending] = useState(false);
  const withdraw = async (): Promise<void> => {
    setPending(true);
    const isDone = await succeeds(revoke({ variables: { input: { id, mutationId: newId() } } }), texts.revokeFailed);
    // Reads the list also after a failure: an invitation that was accepted meanwhile leaves the list, too.
    await onChanged();
    setPending(false);
    if (!isDone) return;
    notify.success(texts.revoked);
    onGone();
  };
  return (
    <li className="flex items-center gap-4 border-t border-line py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{email}</p>
        <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span className="wrap-anywhere">{texts.invitedBy(inviterName)}</span>
          <time dateTime={expiresAt}>{texts.expires(formatDay(expiresAt))}</time>
        </p>
      </div>
      <Button size="md" pending={isPending} aria-label={texts.revokeNamed(email)} onClick={() => void withdraw()}>
        {texts.revoke}
      </Button>
    </li>
  );
};

interface InvitationsProps {
  invitations: AdminInvitationsQuery['accountInvitations'];
  onChanged: () => Promise<void>;
  fetchMore: FetchMore;
}

/** The pending invitations to this server; shows nothing if there are none. */
export const Invitations = ({ invitations, onChanged, fetchMore }: InvitationsProps) => {
  // Stays without invitations, because it gets the focus when the last one is withdrawn.
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} tabIndex={-1} aria-label={texts.invitations} className="outline-none">
      {invitations.nodes.length > 0 && (
        <div className="mb-8">
          <h2 className="text-md tracking-tight">{texts.invitations}</h2>
          <ul className="mt-2">
            {invitations.nodes.map((invitation) => (
              <InvitationItem
                key={invitation.id}
                invitation={invitation}
                onChanged={onChanged}
                onGone={() => section.current?.focus()}
              />
            ))}
          </ul>
          <MorePages of={invitations.pageInfo} fetchMore={fetchMore} />
        </div>
      )}
    </section>
  );
};
