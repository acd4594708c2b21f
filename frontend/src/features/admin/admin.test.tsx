import { ApolloLink } from '@apollo/client';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, of, type Observable } from 'rxjs';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { saveFile } from '../../lib/saveFile';
import { renderPart } from '../account/session/render.fixture';
import { ACCOUNT_ACTIONS, type Account } from './accountActions';
import { AccountActionDialog } from './AccountActionDialog';
import { AuditLog } from './AuditLog';
import { People } from './People';

vi.mock('../../lib/saveFile', () => ({ saveFile: vi.fn<(name: string) => void>() }));

const asked: string[] = [];
const show = (page: ReactNode, answers: Record<string, () => Observable<ApolloLink.Result>>, path = '/') => {
  asked.length = 0;
  const link = new ApolloLink(({ operationName = '' }) => {
    asked.push(operationName);
    return answers[operationName]?.() ?? NEVER;
  });
  renderPart(link, page, { path });
  return userEvent.setup();
};
const timesAsked = (name: string): number => asked.filter((each) => each === name).length;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('an invitation is withdrawn once, and leads to the list, which may be empty', async () => {
  const invitation = {
    __typename: 'AccountInvitation',
    id: 'i1',
    email: 'jon@yard.example',
    inviterName: 'Mara Okafor',
    createdAt: '2026-11-28T12:00:00.000Z',
    expiresAt: '2026-12-06T12:00:00.000Z',
  };
  let nodes = [invitation];
  const user = show(<People />, {
    AdminInvitations: () => {
      const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
      return of({ data: { accountInvitations: { __typename: 'AccountInvitationConnection', nodes, pageInfo } } });
    },
    RevokeAccountInvitation: () => {
      nodes = [];
      return of({ data: { revokeAccountInvitation: { __typename: 'RevokeAccountInvitationPayload', id: 'i1' } } });
    },
  });
  await user.dblClick(await screen.findByRole('button', { name: 'Revoke the invitation of jon@yard.example' }));
  await waitFor(() => expect(screen.queryByText('jon@yard.example')).toBeNull());
  await waitFor(() => expect(screen.getByRole('region', { name: 'Pending invitations' })).toHaveFocus());
  expect(timesAsked('RevokeAccountInvitation')).toBe(1);
});

it('a link to a new password is offered only for people who can have one', () => {
  const isOffered = (isAdmin: boolean) =>
    ACCOUNT_ACTIONS.find(({ name }) => name === 'resetLink')?.isFor({ state: 'ACTIVE', isAdmin } as Account, false);
  expect([isOffered(false), isOffered(true)]).toEqual([true, true]);
  document.head.innerHTML = '<meta name="passwords" content="off">';
  expect([isOffered(false), isOffered(true)]).toEqual([false, true]);
  document.head.innerHTML = '';
});

it('the search of people is sent once typing has paused', async () => {
  show(<People />, {});
  for (const value of ['j', 'jo', 'jon']) fireEvent.change(screen.getByRole('searchbox'), { target: { value } });
  await waitFor(() => expect(timesAsked('AdminAccounts')).toBe(2));
});

it('a transfer is sent once, also while the new owner is looked up', async () => {
  const me = { __typename: 'User', id: 'u1', twoFactor: false, recoveryCodesLeft: 0 };
  const action = ACCOUNT_ACTIONS.find(({ name }) => name === 'transfer');
  const account = { id: 'u2', name: 'Jon Reyes' } as Account;
  const close = (): void => undefined;
  const user = show(
    action && <AccountActionDialog open action={action} account={account} onClose={close} onDone={close} />,
    { Security: () => of({ data: { me } }) },
  );
  await user.type(screen.getByLabelText('Email of the new owner'), 'uma@tern.example');
  await user.type(screen.getByLabelText('Current password'), 'Secret123{Enter}');
  await waitFor(() => expect(timesAsked('AdminAccounts')).toBe(1));
  expect(screen.getByRole('button', { name: 'Transfer projects' })).toHaveAttribute('aria-busy', 'true');
});

it('the audit log may take long to download, once the server has answered', async () => {
  vi.stubGlobal('fetch', async () => new Response('at,kind\n'));
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const user = show(<AuditLog />, {});
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledExactlyOnceWith('audit-log.csv', expect.anything()));
  expect(timeout).not.toHaveBeenCalled();
});

it('the audit log gives the focus to its filter when the one by a person is removed', async () => {
  const user = show(<AuditLog />, {}, '/admin/log?person=p1');
  const everyone = screen.getByRole('button', { name: 'Show everyone' });
  await user.click(everyone);
  await waitFor(() => expect(everyone).not.toBeInTheDocument());
  expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveFocus();
});
