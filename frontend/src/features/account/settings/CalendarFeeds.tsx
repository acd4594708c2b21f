import { useMutation } from '@apollo/client/react';
import { CALENDAR_FEEDS } from '@contract/limits';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { formatDay, formatMoment } from '../../../lib/dates/format';
import { calendarFeedsTexts as texts } from '../../../texts/calendarFeeds';
import { lazyDialog } from '../../../ui/lazyComponent';
import { Time } from '../../../ui/Time';
import { CalendarFeedsDocument, RevokeCalendarFeedDocument, type CalendarFeedsQuery } from './CalendarFeeds.generated';
import { RevocableList } from './RevocableList';
import { useSecretDialog } from './useSecretDialog';

const CreateCalendarFeed = lazyDialog(() => import('./settingsDialogs'), 'CreateCalendarFeed');

type CalendarFeed = CalendarFeedsQuery['calendarFeeds'][number];

const FeedItem = ({ feed: { name, as, createdAt, lastFetchedAt } }: { feed: CalendarFeed }) => (
  <>
    <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 font-medium">
      <bdi className="wrap-anywhere">{name}</bdi>
      <span className="tag">{texts.kinds[as]}</span>
    </p>
    <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
      <Time at={createdAt}>{texts.created(formatDay(createdAt))}</Time>
      {lastFetchedAt ? (
        <Time at={lastFetchedAt}>{texts.lastRead(formatMoment(lastFetchedAt))}</Time>
      ) : (
        <span>{texts.neverRead}</span>
      )}
    </p>
  </>
);

/** The person's calendar feeds, and ways to create and revoke them. */
export const CalendarFeeds = () => {
  const page = usePageQuery(CalendarFeedsDocument);
  const [revoke] = useMutation(RevokeCalendarFeedDocument);
  const creation = useSecretDialog(() => void page.readAgain());
  const feeds = page.data?.calendarFeeds;
  return (
    <>
      <RevocableList
        texts={texts}
        items={feeds}
        page={page}
        full={feeds && feeds.length >= CALENDAR_FEEDS.max ? texts.full(CALENDAR_FEEDS.max) : undefined}
        createButton={creation.createButton}
        onNew={creation.open}
        revoke={revoke}
      >
        {(feed) => <FeedItem feed={feed} />}
      </RevocableList>
      <CreateCalendarFeed key={creation.key} {...creation.dialog} />
    </>
  );
};
