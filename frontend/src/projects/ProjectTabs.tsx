import { NavLink } from 'react-router-dom';
import { cx } from '../lib/cx';
import { number } from '../texts/format';
import { projectsTexts } from '../texts/projects';

const Tab = ({ to, count, children }: { to: string; count?: number; children: string }) => (
  <NavLink
    to={to}
    end
    className={({ isActive }) =>
      cx(
        'relative flex h-11 flex-none items-center gap-1.5 font-medium hover:text-ink md:pointer-fine:h-9 pointer-coarse:min-w-11 pointer-coarse:justify-center',
        isActive
          ? 'text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-t-xs after:bg-accent'
          : 'text-ink-3',
      )
    }
  >
    {children}
    {count !== undefined && <span className="font-normal text-ink-3">{number(count)}</span>}
  </NavLink>
);

interface ProjectTabsProps {
  projectId: string;
  memberCount: number;
}

/** The ways to the project's views, each with an address of its own. */
export const ProjectTabs = ({ projectId, memberCount }: ProjectTabsProps) => {
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
