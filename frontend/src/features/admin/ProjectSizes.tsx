import { usePageQuery } from '../../sync/client/usePageQuery';
import { formatDay } from '../../lib/dates/format';
import { AdminProjectsDocument } from './Admin.generated';
import { RowsPlaceholder } from '../projects/RowsSkeleton';
import { MorePages } from '../projects/ShowMore';
import { adminTexts } from '../../texts/admin';
import { number } from '../../texts/format';
import { CountTable } from '../../ui/CountTable';
import { EmptyState } from '../../ui/EmptyState';

const { projects: texts } = adminTexts;
const COUNTS = ['tasks', 'comments', 'members'] as const;
/** Narrow on phones, to leave space for the names of owners. */
const WIDTHS = { tasks: 'w-16', comments: 'w-24', members: 'w-20' };
const headClass = 'py-2 text-xs font-medium text-ink-3';

/** The projects of the server by their size. */
export const ProjectSizes = () => {
  const { data, previousData, error, loading, readAgain, fetchMore } = usePageQuery(AdminProjectsDocument);
  const projects = (data ?? previousData)?.projectSizes;
  if (!projects) {
    return <RowsPlaceholder error={error} failed={adminTexts.failedToFetch} pending={loading} onRetry={readAgain} />;
  }
  if (projects.nodes.length === 0) return <EmptyState {...texts.none} />;
  return (
    <>
      <p className="mb-2 text-ink-3">{texts.text}</p>
      <CountTable caption={texts.title}>
        <thead>
          <tr>
            <th scope="col" className={`${headClass} text-start`}>
              {texts.owners}
            </th>
            {COUNTS.map((name) => (
              <th
                key={name}
                scope="col"
                className={`${headClass} ${WIDTHS[name]} px-1 text-end max-md:text-2xs md:w-28`}
              >
                {texts[name]}
              </th>
            ))}
            <th scope="col" className={`${headClass} w-32 text-end max-md:hidden`}>
              {texts.created}
            </th>
          </tr>
        </thead>
        <tbody>
          {projects.nodes.map((project) => (
            <tr key={project.id} className="border-t border-line">
              <th scope="row" className="py-2.5 pe-2 text-start font-normal wrap-anywhere">
                <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
                  <bdi className="min-w-0">{project.owners.length > 0 ? project.owners.join(', ') : texts.noOwner}</bdi>
                  {project.isArchived && <span className="tag">{texts.archived}</span>}
                </span>
              </th>
              {COUNTS.map((name) => (
                <td key={name} className="px-1 text-end">
                  {number(project[name])}
                </td>
              ))}
              <td className="text-end text-ink-3 max-md:hidden">
                <time dateTime={project.createdAt}>{formatDay(project.createdAt)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </CountTable>
      <MorePages of={projects.pageInfo} fetchMore={fetchMore} />
    </>
  );
};
