import { ApolloLink } from '@apollo/client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of, throwError } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { notify } from '../../ui/notify';
import { PendingInvitations } from './PendingInvitations';

vi.mock('../../ui/notify');

const invitation = {
  __typename: 'Invitation',
  id: 'i1',
  projectId: 'p1',
  email: 'jon@yard.example',
  role: 'MEMBER',
  expiresAt: '2099-12-06T12:00:00.000Z',
  inviter: { __typename: 'User', id: 'u1', name: 'Mara Okafor' },
};
const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };

it('an invitation that another owner has revoked leaves the list when it is pressed', async () => {
  let nodes = [invitation];
  const link = new ApolloLink(({ operationName }) => {
    if (operationName === 'ProjectInvitations') {
      const invitations = { __typename: 'InvitationConnection', pageInfo, nodes };
      return of({ data: { project: { __typename: 'Project', id: 'p1', invitations } } });
    }
    if (operationName !== 'RevokeInvitation') return throwError(() => new Error(`No answer to ${operationName}`));
    return of({ errors: [{ message: 'Invitation not found', extensions: { code: 'NOT_FOUND' } }] });
  });
  renderPart(link, <PendingInvitations projectId="p1" memberCount={1} />);
  const revoke = await screen.findByRole('button', { name: /^Revoke jon@yard.example/ });
  nodes = [];
  await userEvent.click(revoke);
  await waitFor(() => expect(screen.queryByText('jon@yard.example')).toBeNull());
  expect(notify.error).toHaveBeenCalledOnce();
  expect(notify.success).not.toHaveBeenCalled();
});
