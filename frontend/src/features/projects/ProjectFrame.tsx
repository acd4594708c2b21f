import type { ReactNode } from 'react';
import { useMatch, useParams } from 'react-router-dom';
import { errorText, toAppError } from '../../sync/client/errors';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { cx } from '../../lib/cx';
import { usePageTitle } from '../../lib/usePageTitle';
import { number } from '../../texts/format';
import { projectsTexts } from '../../texts/projects';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { Link } from '../../ui/Link';
import { LinkButton } from '../../ui/LinkButton';
import { Skeleton, Skeletons } from '../../ui/Skeleton';
import { ArchivedBanner } from './ArchivedBanner';
import { ExampleBanner } from './ExampleBanner';
import { ProjectDocument } from './Project.generated';
import { readOnlyReason, type ReadOnlyReason } from './readOnly';
import { RoleBanner } from './RoleBanner';
import { TemplateBanner } from './TemplateBanner';
import { ProjectHeader } from './ProjectHeader';

/** A project's header and tabs while it loads. */
const ProjectHeadSkeleton = () => (
  <Skeletons className="flex-none border-b border-line">
    <div className="flex items-start gap-3 px-4 pt-4 pb-3 md:px-6 md:pt-5 md:pb-4">
      <Skeleton className="mt-1 size-8 rounded-md" />
      <div className="grid h-12 flex-1 content-center gap-3">
        <Skeleton className="h-3 w-40" />
        <Skeleton className="w-64 max-w-full" />
      </div>
    </div>
    <div className="flex h-9 items-center gap-6 px-4 md:px-6">
      {['w-10', 'w-7', 'w-16', 'w-14'].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  </Skeletons>
);

/** Replaces a project that the viewer cannot see. Absent and inaccessible projects look the same. */
const ProjectMissing = () => (
  <EmptyState
    className="flex-1"
    level={1}
    title={projectsTexts.missing.title}
    text={projectsTexts.missing.text}
    action={<LinkButton to="/projects">{projectsTexts.missing.back}</LinkButton>}
  />
);

const Tab = ({ to, count, children }: { to: string; count?: number; children: string }) => {
  const isActive = useMatch(to) !== null;
  return (
    <Link
      to={to}
      aria-current={isActive ? 'page' : undefined}
      className={cx(
        'relative flex h-11 flex-none items-center gap-1.5 font-medium hover:text-ink md:pointer-fine:h-9 pointer-coarse:min-w-11 pointer-coarse:justify-center',
        isActive
          ? 'text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-t-xs after:bg-accent'
          : 'text-ink-3',
      )}
    >
      {children}
      {count !== undefined && <span className="font-normal text-ink-3">{number(count)}</span>}
    </Link>
  );
};

interface ProjectTabsProps {
  projectId: string;
  memberCount: number;
}

/** The links to the project's views, each with its own address. */
const ProjectTabs = ({ projectId, memberCount }: ProjectTabsProps) => {
  const to = `/projects/${projectId}`;
  return (
    <nav
      aria-label={projectsTexts.project}
      className="flex flex-none gap-5 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:px-6"
    >
      <Tab to={to}>{projectsTexts.tabs.board}</Tab>
      <Tab to={`${to}/list`}>{projectsTexts.tabs.list}</Tab>
      <Tab to={`${to}/members`} count={memberCount}>
        {projectsTexts.tabs.members}
      </Tab>
      <Tab to={`${to}/activity`}>{projectsTexts.tabs.activity}</Tab>
    </nav>
  );
};

/** The codes for a project that the viewer can't see; a malformed id gets BAD_REQUEST. */
const GONE_CODES = ['NOT_FOUND', 'BAD_REQUEST'];

/** Returns one project; `isGone` if it does not exist for the viewer. */
const useProject = (id: string) => {
  const { data, previousData, error, loading, readAgain } = usePageQuery(ProjectDocument, {
    variables: { id },
  });
  const isGone = error ? GONE_CODES.includes(toAppError(error).code) : !loading && data?.project === null;
  // A failed refetch keeps the previous data.
  const before = previousData?.project?.id === id ? previousData.project : null;
  return { project: isGone ? null : (data?.project ?? before), isGone, error, loading, readAgain };
};

interface ProjectFrameProps {
  /** Shown in the page's header. */
  action?: (readOnly: ReadOnlyReason | null) => ReactNode;
  /** Shown if the viewer can't see the project; by default a message. */
  missing?: ReactNode;
  /** One of the project's views. If the project is read-only, it must not show controls that change it. */
  children: (projectId: string, readOnly: ReadOnlyReason | null) => ReactNode;
}

/** The page of the project in the address: its header, its tabs, and one of its views. */
export const ProjectFrame = ({ action, missing, children }: ProjectFrameProps) => {
  const { id = '' } = useParams();
  const { project, isGone, error, loading, readAgain } = useProject(id);
  usePageTitle(project?.name ?? projectsTexts.project);

  if (project) {
    const readOnly = readOnlyReason(project);
    return (
      <>
        <ProjectHeader key={project.id} project={project} action={action?.(readOnly)} />
        <ProjectTabs projectId={project.id} memberCount={project.memberCount} />
        {readOnly === 'ARCHIVED' && <ArchivedBanner project={project} />}
        {readOnly && readOnly !== 'ARCHIVED' && <RoleBanner role={readOnly} />}
        {project.isExample && <ExampleBanner projectId={project.id} />}
        {project.isTemplate && readOnly !== 'ARCHIVED' && <TemplateBanner projectId={project.id} />}
        {children(project.id, readOnly)}
      </>
    );
  }
  if (isGone) return missing ?? <ProjectMissing />;
  return error && !loading ? (
    <ErrorState className="flex-1" message={errorText(error, projectsTexts.fetchFailed)} onRetry={readAgain} />
  ) : (
    <ProjectHeadSkeleton />
  );
};
