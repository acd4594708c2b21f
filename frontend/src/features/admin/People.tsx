import { useState } from 'react';
import { Link } from '../../ui/Link';
import { AccountState } from '@contract/admin';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { formatMoment } from '../../lib/dates/format';
import { useDebounced } from '../../lib/useDebounced';
import { AccountMenu } from './AccountMenu';
import type { Account } from './accountActions';
import { AdminAccountsDocument, AdminInvitationsDocument } from './Admin.generated';
import { Invitations } from './Invitations';
import { InviteButton } from './InviteButton';
import { useCurrentUser } from '../account/session/SessionContext';
import { RowsPlaceholder } from '../projects/RowsSkeleton';
import { MorePages } from '../projects/ShowMore';
import { adminTexts } from '../../texts/admin';
import { EmptyState } from '../../ui/EmptyState';
import { Select } from '../../ui/Select';
import { TextInput } from '../../ui/TextInput';
import { Time } from '../../ui/Time';

const { people: texts } = adminTexts;

const DEBOUNCE_MS = 200;
const ALL = 'ALL';
const STATE_ITEMS = [
  { value: ALL, label: texts.allStates },
  ...Object.values(AccountState).map((value) => ({ value, label: texts.states[value] })),
];

interface AccountItemProps {
  account: Account;
  isOwn: boolean;
  onDone: () => void;
}

const AccountItem = ({ account, isOwn, onDone }: AccountItemProps) => (
  <li className="flex items-start gap-3 border-t border-line py-2.5" data-account={account.id}>
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Link
          to={`/admin/log?person=${account.id}`}
          className="inline-flex items-center font-medium wrap-anywhere hover:underline pointer-coarse:min-h-11"
        >
          <bdi>{account.name}</bdi>
        </Link>
        {isOwn && <span className="text-ink-3">{texts.you}</span>}
        {account.isAdmin && <span className="tag">{texts.admin}</span>}
        {account.state !== 'ACTIVE' && <span className="tag text-danger-ink">{texts.states[account.state]}</span>}
        {account.twoFactor && <span className="tag">{texts.twoFactor}</span>}
      </p>
      <p className="text-ink-2 wrap-anywhere">{account.email}</p>
      <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
        {account.lastSeenAt ? (
          <Time at={account.lastSeenAt}>{texts.lastSeenAt(formatMoment(account.lastSeenAt))}</Time>
        ) : (
          <span>{texts.neverSeen}</span>
        )}
        <span>{texts.projectCount(account.projects)}</span>
        {account.emailVerifiedAt === null && <span>{texts.unverified}</span>}
      </p>
    </div>
    <AccountMenu account={account} isOwn={isOwn} onDone={onDone} />
  </li>
);

/** The accounts of the server, with the actions of administrators. */
export const People = () => {
  const { id: me } = useCurrentUser();
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<AccountState | null>(null);
  const search = useDebounced(typed.trim(), DEBOUNCE_MS);
  const page = usePageQuery(AdminAccountsDocument, { variables: { search, state } });
  const waiting = usePageQuery(AdminInvitationsDocument);
  const accounts = (page.data ?? page.previousData)?.accounts;
  const refresh = (): void => void page.readAgain();
  return (
    <>
      {waiting.data && (
        <Invitations
          invitations={waiting.data.accountInvitations}
          onChanged={waiting.readAgain}
          fetchMore={waiting.fetchMore}
        />
      )}
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <TextInput
          type="search"
          className="min-w-0 flex-1 basis-60"
          aria-label={texts.search}
          placeholder={texts.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select
          look="filter"
          aria-label={texts.state}
          items={STATE_ITEMS}
          value={state ?? ALL}
          on={state !== null}
          onValueChange={(value) => setState(value === ALL ? null : (value as AccountState))}
        />
        <InviteButton onInvited={() => void waiting.readAgain()} />
      </div>
      {!accounts ? (
        <RowsPlaceholder
          error={page.error}
          failed={adminTexts.failedToFetch}
          pending={page.loading}
          onRetry={page.readAgain}
        />
      ) : (
        <>
          <p role="status" className="text-xs text-ink-3">
            {texts.found(accounts.totalCount)}
          </p>
          {accounts.nodes.length === 0 ? (
            <EmptyState {...texts.none} />
          ) : (
            <ul aria-label={texts.title} className="mt-2">
              {accounts.nodes.map((account) => (
                <AccountItem key={account.id} account={account} isOwn={account.id === me} onDone={refresh} />
              ))}
            </ul>
          )}
          <MorePages of={accounts.pageInfo} fetchMore={page.fetchMore} />
        </>
      )}
    </>
  );
};
