// The pages of administrators: people, projects, sign-up and mail, the server, the audit log.
import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { cx } from '../lib/cx';
import { usePageTitle } from '../lib/usePageTitle';
import { useCurrentUser } from '../features/account/session/SessionContext';
import { AuditLog } from '../features/admin/AuditLog';
import { People } from '../features/admin/People';
import { ProjectSizes } from '../features/admin/ProjectSizes';
import { ServerState } from '../features/admin/ServerState';
import { SignUpAndMail } from '../features/admin/SignUpAndMail';
import { PageHeading } from '../features/projects/PageHeading';
import { pageClass } from '../features/projects/pageClass';
import { adminTexts as texts } from '../texts/admin';
import { EmptyState } from '../ui/EmptyState';
import { Link } from '../ui/Link';

interface Section {
  path: string;
  title: string;
  Content: ComponentType;
}

const FIRST: Section = { path: '/admin', title: texts.people.title, Content: People };
const SECTIONS: readonly Section[] = [
  FIRST,
  { path: '/admin/projects', title: texts.projects.title, Content: ProjectSizes },
  { path: '/admin/sign-up', title: texts.signUp.title, Content: SignUpAndMail },
  { path: '/admin/server', title: texts.server.title, Content: ServerState },
  { path: '/admin/log', title: texts.log.title, Content: AuditLog },
];

/** /admin and /admin/:id; the id names the section. */
export const AdminPage = () => {
  const { id } = useParams();
  const { isAdmin } = useCurrentUser();
  const { path: current, title, Content } = SECTIONS.find(({ path }) => path === `/admin/${id}`) ?? FIRST;
  usePageTitle(title);
  if (!isAdmin) {
    return (
      <div className={pageClass}>
        <EmptyState level={1} {...texts.notAdmin} />
      </div>
    );
  }
  return (
    <div className={pageClass}>
      <PageHeading title={texts.title} text={texts.about} className="mb-4" />
      <nav aria-label={texts.sections} className="mb-6 border-b border-line">
        <ul className="flex flex-wrap gap-x-4">
          {SECTIONS.map(({ path, title: label }) => (
            <li key={path} className="flex-none">
              <Link
                to={path}
                aria-current={path === current ? 'page' : undefined}
                className={cx(
                  '-mb-px inline-flex items-center border-b-2 py-2 whitespace-nowrap pointer-coarse:min-h-11',
                  path === current ? 'border-accent font-medium' : 'border-transparent text-ink-3 hover:text-ink',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Content key={title} />
    </div>
  );
};
