import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Plus, Trash2, Upload } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { errorText, isTransient } from '../sync/client/errors';
import { usePageQuery } from '../sync/client/usePageQuery';
import { formatDay } from '../lib/dates/format';
import { useAddressParam } from '../lib/useAddressParams';
import { useConnectionBack } from '../lib/useConnectionBack';
import { userTimeZone } from '../lib/dates/userTimeZone';
import { usePageTitle } from '../lib/usePageTitle';
import { projectsTexts } from '../texts/projects';
import { Avatar } from '../ui/Avatar';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { Link } from '../ui/Link';
import { CreateProjectDialog } from '../features/projects/lazyDialogs';
import { LinkButton } from '../ui/LinkButton';
import { ProjectTile } from '../ui/ProjectTile';
import { Segmented } from '../ui/Segmented';
import { Skeleton, Skeletons } from '../ui/Skeleton';
import { ProjectCountsDocument } from '../features/projects/ProjectCounts.generated';
import { ProjectFacesDocument } from '../features/projects/ProjectFaces.generated';
import { cardLinkClass } from '../features/projects/cardLinkClass';
import { pageClass } from '../features/projects/pageClass';
import { PageHeading } from '../features/projects/PageHeading';
import type { ProjectSummaryFragment } from '../features/projects/ProjectSummary.generated';
import { ShowMore } from '../features/projects/ShowMore';
import { useProjects } from '../features/projects/useProjects';

/** For how many projects members are read at once. */
const AVATAR_BATCH = 50;

type AvatarUser = ComponentProps<typeof Avatar>['user'] & object;

/** Returns the first members by project id, once they are loaded. */
export const useProjectAvatars = (
  projects: readonly ProjectSummaryFragment[],
): ReadonlyMap<string, readonly AvatarUser[]> => {
  const client = useApolloClient();
  const [faces, setFaces] = useState<ReadonlyMap<string, readonly AvatarUser[]>>(new Map());
  // The requested projects, which are refetched when people join or leave.
  const asked = useRef(new Map<string, number>());
  const [isUnread, setUnread] = useState(false);
  useEffect(() => {
    // Read again when the connection is back.
    if (isUnread) return;
    const isKnown = ({ id, memberCount }: ProjectSummaryFragment): boolean => asked.current.get(id) === memberCount;
    const missing = projects.filter((project) => !isKnown(project));
    for (const { id, memberCount } of missing) asked.current.set(id, memberCount);
    const read = async (ids: string[]): Promise<void> => {
      // Not cached, because these members would be mistaken for all members.
      const variables = { ids };
      const { data } = await client.query({ query: ProjectFacesDocument, variables, fetchPolicy: 'no-cache' });
      const found = (data?.nodes ?? []).flatMap((node) =>
        node?.__typename === 'Project' ? [[node.id, node.members.nodes.map(({ user }) => user)] as const] : [],
      );
      setFaces((known) => new Map([...known, ...found]));
    };
    const ids = missing.map(({ id }) => id);
    for (let from = 0; from < ids.length; from += AVATAR_BATCH) {
      const some = ids.slice(from, from + AVATAR_BATCH);
      read(some).catch((error: unknown) => {
        for (const id of some) asked.current.delete(id);
        if (isTransient(error)) setUnread(true);
      });
    }
  }, [projects, client, isUnread]);
  useConnectionBack(isUnread, () => setUnread(false));
  return faces;
};

/** Places as many cards next to each other as fit. */
const cardsClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(320px,100%),1fr))] gap-4';

interface ProjectCardProps {
  project: ProjectSummaryFragment;
  /** Its first members; undefined until they are loaded. */
  faces: readonly AvatarUser[];
  /** Its open tasks; undefined until they are loaded. */
  tasks: { open: number; overdue: number } | undefined;
}

const ProjectCard = ({ project, faces, tasks }: ProjectCardProps) => {
  const to = `/projects/${project.id}`;
  return (
    <article className="card min-h-40 grid-rows-[auto_1fr_auto] gap-3 px-4 pt-3.5 pb-3">
      <div className="flex min-w-0 items-center gap-2.5">
        <ProjectTile name={project.name} color={project.color} />
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="line-clamp-2 w-fit text-base font-medium wrap-anywhere">
            <Link to={to} className={cardLinkClass}>
              {project.name}
            </Link>
          </h2>
          <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
            <span>{projectsTexts.memberCount(project.memberCount)}</span>
            {tasks && <span>{projectsTexts.card.open(tasks.open)}</span>}
            {tasks && tasks.overdue > 0 && (
              <span className="text-danger-ink">{projectsTexts.card.overdue(tasks.overdue)}</span>
            )}
            {project.isTemplate && <span className="tag">{projectsTexts.template.badge}</span>}
            {project.archivedAt && <span className="tag">{projectsTexts.archived.badge}</span>}
          </p>
        </div>
        {/* Decorative, because their number is next to them. */}
        <span className="flex flex-none">
          {faces.map((user) => (
            <Avatar key={user.id} user={user} size={24} decorative className="-ms-0.5 ring-2 ring-raised first:ms-0" />
          ))}
        </span>
      </div>
      <p dir="auto" className="line-clamp-3 wrap-anywhere text-ink-3">
        {project.description || projectsTexts.card.noDescription}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-2.5 gap-y-2">
        <span className="fact">{projectsTexts.card.created(formatDay(project.createdAt))}</span>
        <LinkButton to={to} size="md" className="relative" aria-label={projectsTexts.card.viewNamed(project.name)}>
          {projectsTexts.card.view}
        </LinkButton>
      </div>
    </article>
  );
};

const ProjectsSkeleton = () => (
  <Skeletons className={cardsClass}>
    {[1, 2, 3].map((key) => (
      <div key={key} className="card min-h-40 content-between px-4 py-3.5">
        <div className="flex items-center gap-2.5">
          <Skeleton className="size-8 rounded-md" />
          <Skeleton className="w-2/5" />
        </div>
        <Skeleton className="w-4/5" />
        <Skeleton className="w-1/3" />
      </div>
    ))}
  </Skeletons>
);

const besideClass =
  'inline-flex min-h-7 items-center gap-1.5 rounded-xs text-ink-2 hover:text-ink pointer-coarse:min-h-11';

const SHOWN_PARAM = 'show';
const NO_PROJECTS: readonly ProjectSummaryFragment[] = [];

/** The viewer's active or archived projects, depending on the address. */
export const ProjectsPage = () => {
  usePageTitle(projectsTexts.title);
  const [asked, show] = useAddressParam(SHOWN_PARAM);
  const shown = asked === 'archived' ? 'archived' : 'active';
  const { projects, error, loading, hasMore, loadMore, retry } = useProjects(shown === 'archived');
  // If this fails, the cards show less.
  const variables = { timeZone: userTimeZone() ?? null };
  const counts = usePageQuery(ProjectCountsDocument, { variables, isFed: true }).data?.dashboardStats.byProject;
  const faces = useProjectAvatars(projects ?? NO_PROJECTS);
  const [creating, setCreating] = useState<boolean | null>(null);
  const navigate = useNavigate();
  // The first project is opened; later ones only join the list.
  const isFirst = shown === 'active' && projects?.every(({ isExample }) => isExample);
  const newProject = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {projectsTexts.newProject}
    </Button>
  );

  return (
    <div className={pageClass}>
      <PageHeading title={projectsTexts.title} text={projectsTexts.about} action={newProject} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          aria-label={projectsTexts.show.label}
          value={shown}
          onValueChange={(next) => show(next === 'archived' ? next : null)}
          choices={[
            { value: 'active', label: projectsTexts.show.active },
            { value: 'archived', label: projectsTexts.show.archived },
          ]}
        />
        <div className="flex flex-wrap justify-end gap-x-4">
          <Link to="/import" className={besideClass}>
            <Upload className="size-4" />
            {projectsTexts.import}
          </Link>
          <Link to="/trash" className={besideClass}>
            <Trash2 className="size-4" />
            {projectsTexts.trash}
          </Link>
        </div>
      </div>
      {!projects && error ? (
        <ErrorState message={errorText(error, projectsTexts.fetchFailed)} pending={loading} onRetry={retry} />
      ) : !projects ? (
        <ProjectsSkeleton />
      ) : projects.length === 0 ? (
        <EmptyState
          {...(shown === 'archived' ? projectsTexts.noneArchived : { ...projectsTexts.none, action: newProject })}
        />
      ) : (
        <>
          <ul className={cardsClass}>
            {projects.map((project) => (
              <li key={project.id} className="grid min-w-0">
                <ProjectCard
                  project={project}
                  faces={faces.get(project.id) ?? []}
                  tasks={counts?.find(({ projectId }) => projectId === project.id)}
                />
              </li>
            ))}
          </ul>
          {hasMore && <ShowMore loadMore={loadMore} />}
        </>
      )}
      {creating !== null && (
        <CreateProjectDialog
          open={creating}
          onOpenChange={setCreating}
          onCreated={(id) => {
            if (isFirst) void navigate(`/projects/${id}`);
          }}
        />
      )}
    </div>
  );
};
