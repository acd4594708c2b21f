import { Link } from 'react-router-dom';
import { cx } from '../lib/cx';
import { projectsTexts } from '../texts/projects';
import { LinkButton } from '../ui/LinkButton';
import { ProjectTile } from '../ui/ProjectTile';
import { cardClass, cardLinkClass } from './cardClass';
import { formatDay } from '../lib/dates';
import type { ProjectSummaryFragment } from './ProjectSummary.generated';

/** A project in the list of projects. */
export const ProjectCard = ({ project }: { project: ProjectSummaryFragment }) => {
  const to = `/projects/${project.id}`;
  return (
    <article className={cx(cardClass, 'min-h-40 grid-rows-[auto_1fr_auto] gap-3 px-4 pt-3.5 pb-3')}>
      <div className="flex min-w-0 items-center gap-2.5">
        <ProjectTile name={project.name} color={project.color} />
        <div className="min-w-0">
          <h2 dir="auto" className="line-clamp-2 text-base font-medium wrap-anywhere">
            <Link to={to} className={cardLinkClass}>
              {project.name}
            </Link>
          </h2>
          <p className="text-xs text-ink-3">{projectsTexts.memberCount(project.memberCount)}</p>
        </div>
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
