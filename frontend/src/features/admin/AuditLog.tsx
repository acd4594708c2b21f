import { useState, type MouseEvent } from 'react';
import { Download } from 'lucide-react';
import { SECURITY_EVENTS, type SecurityEvent } from '@contract/securityEvents';
import { succeeds } from '../../sync/client/errors';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { formatFull } from '../../lib/dates/format';
import { compareNames } from '../../lib/text';
import { useAddressParam } from '../../lib/useAddressParams';
import { AdminEventsDocument, type AdminEventsQuery } from './Admin.generated';
import { saveFromServer } from '../account/session/saveFromServer';
import { RowsPlaceholder } from '../projects/RowsSkeleton';
import { MorePages } from '../projects/ShowMore';
import { adminTexts } from '../../texts/admin';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { SearchSelect } from '../../ui/SearchSelect';

const { log: texts } = adminTexts;

type Event = AdminEventsQuery['securityEvents']['nodes'][number];

const ALL = 'all';
const KIND_ITEMS = [
  { value: ALL, label: texts.allKinds },
  ...(Object.keys(SECURITY_EVENTS) as SecurityEvent[])
    .map((value) => ({ value, label: texts.events[value] }))
    .sort((a, b) => compareNames(a.label, b.label)),
];

/** Shows a kind that this build does not know yet by its name. */
const nameKind = (kind: string): string => (texts.events as Readonly<Record<string, string>>)[kind] ?? kind;

const EventItem = ({ event, onPerson }: { event: Event; onPerson: (id: string) => void }) => {
  const { kind, at, isFailure, userId, userName, userEmail, actorName, address } = event;
  return (
    <li className="border-t border-line py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{nameKind(kind)}</span>
        {isFailure && <span className="tag text-danger-ink">{texts.failure}</span>}
        {actorName && <span className="text-ink-3 wrap-anywhere">{texts.by(actorName)}</span>}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-ink-3">
        <time dateTime={at}>{formatFull(at)}</time>
        {userId ? (
          <button
            type="button"
            className="inline-flex items-center text-start underline wrap-anywhere pointer-coarse:min-h-11"
            onClick={() => onPerson(userId)}
          >
            {userName ?? userId}
          </button>
        ) : (
          <span>{texts.noOne}</span>
        )}
        {userEmail && <span className="wrap-anywhere">{userEmail}</span>}
        {address && <span className="wrap-anywhere">{address}</span>}
      </p>
    </li>
  );
};

/** The audit log, whose filters are in the address. */
export const AuditLog = () => {
  const [userId, setUser] = useAddressParam('person');
  const [kind, setKind] = useAddressParam('kind');
  const [isLoading, setLoading] = useState(false);
  const page = usePageQuery(AdminEventsDocument, { variables: { userId, kind } });
  const events = (page.data ?? page.previousData)?.securityEvents;
  const download = async (): Promise<void> => {
    setLoading(true);
    const filter = new URLSearchParams({ ...(userId && { userId }), ...(kind && { kind }) });
    const address = `/api/admin/security-events/file?${filter.toString()}`;
    await succeeds(saveFromServer(address, 'audit-log.csv'), texts.downloadFailed);
    setLoading(false);
  };
  const named = events?.nodes.find((event) => event.userId === userId)?.userName;
  return (
    <>
      <p className="text-ink-3">{texts.text}</p>
      <div className="my-3 flex flex-wrap items-center gap-2">
        <SearchSelect
          look="filter"
          aria-label={texts.kind}
          searchLabel={texts.searchKinds}
          empty={texts.noKinds}
          items={KIND_ITEMS}
          value={kind ?? ALL}
          on={kind !== null}
          onValueChange={(value) => setKind(value === ALL ? null : value)}
        />
        {userId && (
          <Button
            size="md"
            className="max-w-full"
            onClick={({ currentTarget }: MouseEvent<HTMLElement>) => {
              // This button is removed together with the filter.
              currentTarget.parentElement?.querySelector<HTMLElement>('[role=combobox]')?.focus();
              setUser(null);
            }}
          >
            {named && <span className="truncate">{`${texts.onlyPerson(named)} ·`}</span>}
            <span className="flex-none">{texts.clearPerson}</span>
          </Button>
        )}
        <Button size="md" className="ms-auto" icon={<Download />} pending={isLoading} onClick={() => void download()}>
          {texts.download}
        </Button>
      </div>
      {!events ? (
        <RowsPlaceholder
          error={page.error}
          failed={adminTexts.failedToFetch}
          pending={page.loading}
          onRetry={page.readAgain}
        />
      ) : events.nodes.length === 0 ? (
        <EmptyState {...texts.none} />
      ) : (
        <>
          <ul aria-label={texts.title}>
            {events.nodes.map((event) => (
              <EventItem key={event.id} event={event} onPerson={setUser} />
            ))}
          </ul>
          <MorePages of={events.pageInfo} fetchMore={page.fetchMore} />
        </>
      )}
    </>
  );
};
