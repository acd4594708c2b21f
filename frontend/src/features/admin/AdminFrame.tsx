import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { usePageTitle } from '../../lib/usePageTitle';
import { adminTexts as texts } from '../../texts/admin';
import { EmptyState } from '../../ui/EmptyState';
import { useCurrentUser } from '../account/session/SessionContext';
import { PageHeading } from '../projects/PageHeading';
import { pageClass } from '../projects/pageClass';

const SECTIONS = [
  { path: '/admin', label: texts.people.title },
  { path: '/admin/projects', label: texts.projects.title },
  { path: '/admin/sign-up', label: texts.signUp.title },
  { path: '/admin/server', label: texts.server.title },
  { path: '/admin/log', label: texts.log.title },
];

interface AdminFrameProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of the administrators' pages: links between them, and the page if the person is an administrator. */
export const AdminFrame = ({ title, action, children }: AdminFrameProps) => {
  usePageTitle(title);
  const { isAdmin } = useCurrentUser();
  if (!isAdmin) {
    return (
      <div className={pageClass}>
        <EmptyState level={1} {...texts.notAdmin} />
      </div>
    );
  }
  return (
    <div className={pageClass}>
      <PageHeading title={texts.title} text={texts.about} className="mb-4" action={action} />
      <nav aria-label={texts.sections} className="mb-6 border-b border-line">
        <ul className="flex flex-wrap gap-x-4">
          {SECTIONS.map(({ path, label }) => (
            <li key={path} className="flex-none">
              <NavLink
                to={path}
                end
                className={({ isActive }) =>
                  cx(
                    '-mb-px inline-block border-b-2 py-2 whitespace-nowrap',
                    isActive ? 'border-accent font-medium' : 'border-transparent text-ink-3 hover:text-ink',
                  )
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
};
