import type { ReactNode } from 'react';
import { linkClass } from '../../../ui/linkClass';

/** A link to this server's API guide. It opens in another tab, because this page may show a secret only once. */
export const GuideLink = ({ children }: { children?: ReactNode }) => (
  <a href="/api/docs/programs.md" target="_blank" rel="noopener" className={linkClass}>
    {children}
  </a>
);
