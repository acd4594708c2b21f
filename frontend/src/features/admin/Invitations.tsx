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

interface InvitationsProps {
  invitations: AdminInvitationsQuery['accountInvitations'];
  onChanged: () => Promise<void>;
  fetchMore: FetchMore;
}

/** The pending invitations to this server; renders nothing if there are none. */
export const Invitations = ({ invitations, onChanged, fetchMore }: InvitationsProps) => {
  const [revoke] = useMutation(RevokeAccountInvitationDocument);
  if (invitations.nodes.length === 0) return null;
  const withdraw = async (id: string): Promise<void> => {
    const isDone = await succeeds(revoke({ variables: { input: { id, mutationId: newId() } } }), texts.revokeFailed);
    await onChanged();
    if (isDone) notify.success(texts.revoked);
  };
  return (
    <section aria-labelledby="invitations-title" className="mb-8">
      <h2 id="invitations-title" className="text-md tracking-tight">
        {texts.invitations}
      </h2>
      <ul className="mt-2">
        {invitations.nodes.map(({ id, email, inviterName, expiresAt }) => (
          <li key={id} className="flex items-center gap-4 border-t border-line py-2.5">
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{email}</p>
              <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
                <span className="wrap-anywhere">{texts.invitedBy(inviterName)}</span>
                <time dateTime={expiresAt}>{texts.expires(formatDay(expiresAt))}</time>
              </p>
            </div>
            <Button size="md" aria-label={texts.revokeNamed(email)} onClick={() => void withdraw(id)}>
              {texts.revoke}
            </Button>
          </li>
        ))}
      </ul>
      <MorePages of={invitations.pageInfo} fetchMore={fetchMore} />
    </section>
  );
};
