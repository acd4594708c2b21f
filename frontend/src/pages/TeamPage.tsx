// The people of the viewer's projects, and their tasks.
import { cx } from '../lib/cx';
import { usePageTitle } from '../lib/usePageTitle';
import { cardLinkClass } from '../features/projects/cardLinkClass';
import { InviteButton } from '../features/projects/InviteButton';
import { PageHeading } from '../features/projects/PageHeading';
import { pageClass } from '../features/projects/pageClass';
import { RowsPlaceholder } from '../features/projects/RowsSkeleton';
import { ShowMore } from '../features/projects/ShowMore';
import { useCurrentUser } from '../features/account/session/SessionContext';
import { number } from '../texts/format';
import { teamTexts as texts } from '../texts/team';
import { Avatar } from '../ui/Avatar';
import { CountTable } from '../ui/CountTable';
import { EmptyState } from '../ui/EmptyState';
import { Link } from '../ui/Link';
import { LinkButton } from '../ui/LinkButton';
import { ProjectDot } from '../ui/ProjectDot';
import type { TeamQuery } from '../features/analytics/Team.generated';
import { usePeople } from '../features/analytics/usePeople';
import { useThrottledRefetch } from '../features/projects/useThrottledRefetch';

type TeamPerson = TeamQuery['people']['nodes'][number];

/** How many projects are named in a row. */
const NAMED = 3;
const COUNTS = ['open', 'overdue', 'completedThisWeek'] as const;
/** For their longest word in every language, and on phones no wider, to leave space for names. */
const WIDTHS = { open: 'w-14', overdue: 'w-16', completedThisWeek: 'w-18' };
const headClass = 'py-2 text-xs font-medium text-ink-3';

const countClass = (name: (typeof COUNTS)[number], count: number): string => {
  if (count === 0) return 'text-ink-3';
  return name === 'overdue' ? 'font-medium text-danger-ink' : 'font-medium';
};

const Projects = ({ projects, projectIds }: Pick<TeamPerson, 'projects' | 'projectIds'>) => (
  <span className="flex min-w-0 items-center gap-x-2 md:gap-x-3">
    {projects.slice(0, NAMED).map(({ id, name, color }) => (
      <span key={id} className="inline-flex min-w-0 items-center gap-1.5">
        <ProjectDot color={color} />
        <span dir="auto" className="max-w-40 truncate max-md:sr-only">
          {name}
        </span>
      </span>
    ))}
    {projectIds.length > NAMED && <span>{texts.moreProjects(projectIds.length - NAMED)}</span>}
  </span>
);

const PersonRow = ({ person, isOwn }: { person: TeamPerson; isOwn: boolean }) => (
  <tr className="relative border-t border-line hover:bg-fill">
    <th scope="row" className="max-w-0 py-2.5 text-start font-normal md:ps-3">
      <span className="flex items-center gap-3">
        <Avatar user={person.user} size={28} decorative />
        <span className="min-w-0">
          <span className="flex gap-2">
            <span dir="auto" className="truncate text-start font-medium">
              <Link to={`/team/${person.userId}`} className={cx(cardLinkClass, 'after:-outline-offset-2')}>
                {person.user.name}
              </Link>
            </span>
            {isOwn && <span className="flex-none text-ink-3">{texts.you}</span>}
          </span>
          <span className="flex min-w-0 text-xs text-ink-3 lg:hidden">
            <Projects {...person} />
          </span>
        </span>
      </span>
    </th>
    <td className="max-w-0 ps-3 text-xs text-ink-2 max-lg:hidden">
      <Projects {...person} />
    </td>
    {COUNTS.map((name) => (
      <td key={name} className={`px-1 text-end md:pe-3 ${countClass(name, person[name])}`}>
        {number(person[name])}
      </td>
    ))}
  </tr>
);

/** Each person with their open, overdue and recently completed tasks. */
export const TeamPage = () => {
  usePageTitle(texts.title);
  const { id: me } = useCurrentUser();
  const { people, hasMore, loadMore, error, loading, readAgain } = usePeople();
  useThrottledRefetch(readAgain);
  return (
    <div className={pageClass}>
      <PageHeading
        title={texts.title}
        text={texts.about}
        action={
          <>
            <LinkButton to="/activity">{texts.activityOfAll}</LinkButton>
            <InviteButton />
          </>
        }
      />
      {people ? (
        <>
          <CountTable caption={texts.title}>
            <thead>
              <tr>
                <th scope="col" className={`${headClass} text-start align-bottom md:ps-3`}>
                  {texts.person}
                </th>
                <th scope="col" className={`${headClass} w-2/5 ps-3 text-start align-bottom max-lg:hidden`}>
                  {texts.projects}
                </th>
                {COUNTS.map((name) => (
                  <th
                    key={name}
                    scope="col"
                    className={`${headClass} ${WIDTHS[name]} px-1 text-end align-bottom max-md:text-2xs md:w-22 md:pe-3 lg:w-32`}
                  >
                    {texts[name]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <PersonRow key={person.userId} person={person} isOwn={person.userId === me} />
              ))}
            </tbody>
          </CountTable>
          {hasMore && <ShowMore loadMore={loadMore} />}
          {people.length === 1 && !hasMore && (
            <EmptyState title={texts.alone.title} text={texts.alone.text} action={<InviteButton isNamed />} />
          )}
        </>
      ) : (
        <RowsPlaceholder error={!loading && error} failed={texts.failedToFetch} onRetry={readAgain} />
      )}
    </div>
  );
};
