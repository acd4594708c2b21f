import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cx } from '../../../lib/cx';
import { cardLinkClass } from '../../projects/cardLinkClass';
import { dashboardTexts } from '../../../texts/dashboard';
import { projectsTexts } from '../../../texts/projects';
import { Button } from '../../../ui/Button';
import { Link } from '../../../ui/Link';
import { CreateProjectDialog } from '../../projects/lazyDialogs';
import { ProjectDot } from '../../../ui/ProjectDot';
import type { DashboardQuery } from './Dashboard.generated';
import { rowClass, Section } from './Section';

const MAX_SHOWN = 5;

/** The viewer's first projects. */
export const ProjectsPanel = ({ projects }: { projects: DashboardQuery['projects']['nodes'] }) => {
  const navigate = useNavigate();
  const [creating, setCreating] = useState<boolean | null>(null);
  return (
    <Section title={dashboardTexts.projects.title} all={{ to: '/projects', label: dashboardTexts.projects.viewAll }}>
      {projects.length === 0 ? (
        <div className="grid justify-items-start gap-3 border-t border-line py-4 text-ink-3">
          <p>{dashboardTexts.projects.empty}</p>
          <Button onClick={() => setCreating(true)}>{projectsTexts.newProject}</Button>
        </div>
      ) : (
        <ul>
          {projects.slice(0, MAX_SHOWN).map(({ id, name, color, memberCount }) => (
            <li key={id} className={cx(rowClass, 'min-h-11 md:pointer-fine:min-h-9')}>
              <ProjectDot color={color} />
              <span dir="auto" className="min-w-0 flex-1 truncate text-start font-medium">
                <Link to={`/projects/${id}`} className={cardLinkClass}>
                  {name}
                </Link>
              </span>
              <span className="text-xs text-ink-3">{projectsTexts.memberCount(memberCount)}</span>
            </li>
          ))}
        </ul>
      )}
      {creating !== null && (
        <CreateProjectDialog
          open={creating}
          onOpenChange={setCreating}
          onCreated={(id) => void navigate(`/projects/${id}`)}
        />
      )}
    </Section>
  );
};
