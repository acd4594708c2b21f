import { ANALYTICS_PEOPLE } from '@contract/figures';
import { cardLinkClass } from '../projects/cardLinkClass';
import { analyticsTexts } from '../../texts/analytics';
import { number } from '../../texts/format';
import { Avatar, NoAvatar } from '../../ui/Avatar';
import { Link } from '../../ui/Link';
import type { AnalyticsQuery } from './Analytics.generated';
import { ChartCard } from './ChartCard';
import { usePeople } from './usePeople';

const { people: texts, noAssignee } = analyticsTexts;

/** Each person's completed tasks, as a bar, and open tasks. */
export const ByPerson = ({ people }: { people: AnalyticsQuery['analytics']['byPerson'] }) => {
  // The filter on the same page reads all of them.
  const { people: team } = usePeople();
  const withPage = new Set(team?.map(({ userId }) => userId));
  const greatest = Math.max(...people.map(({ completed }) => completed), 1);
  return (
    <ChartCard
      title={texts.title}
      note={people.length >= ANALYTICS_PEOPLE && texts.first(people.length)}
      empty={people.length === 0 && analyticsTexts.noTasksInDays}
      table={{
        heads: [texts.person, texts.completed, texts.open, texts.overdue],
        rows: people.map(({ user, completed, open, overdue }) => [user?.name ?? noAssignee, completed, open, overdue]),
      }}
    >
      <ul className="mt-2">
        {people.map(({ userId, user, completed, open, overdue }) => (
          <li
            key={userId}
            className="relative flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 has-[a]:hover:bg-fill"
          >
            <span className="flex w-44 min-w-0 flex-none items-center gap-2.5 max-md:w-full">
              {user ? <Avatar user={user} decorative /> : <NoAvatar decorative />}
              <span dir="auto" className="min-w-0 truncate text-start font-medium">
                {user && withPage.has(user.id) ? (
                  <Link to={`/team/${user.id}`} className={cardLinkClass}>
                    {user.name}
                  </Link>
                ) : (
                  // The page of a former member cannot be opened.
                  (user?.name ?? noAssignee)
                )}
              </span>
            </span>
            <span className="flex min-w-0 flex-1 items-center gap-2 text-xs">
              <span
                className="meter-fill h-3.5 min-w-px flex-none rounded-xs"
                // The longest bar leaves space for its number.
                style={{ width: `calc((100% - 6rem) * ${completed / greatest})` }}
              />
              <span className="whitespace-nowrap text-ink-2">
                {texts.counts.completed(<b className="font-medium text-ink">{number(completed)}</b>)}
              </span>
            </span>
            <span className="w-20 flex-none text-end text-xs text-ink-2">
              {texts.counts.open(<b className="font-medium text-ink">{number(open)}</b>)}
            </span>
            <span
              className={
                overdue > 0
                  ? 'w-20 flex-none text-end text-xs text-danger-ink'
                  : 'w-20 flex-none text-end text-xs text-ink-3'
              }
            >
              {texts.counts.overdue(<b className="font-medium">{number(overdue)}</b>)}
            </span>
          </li>
        ))}
      </ul>
    </ChartCard>
  );
};
