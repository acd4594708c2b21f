import { linkClass } from '../../../ui/linkClass';

/** The guide for programs of this server, beside the app: what is told once must not go. */
export const guideLink = (words: string) => (
  <a href="/api/docs/programs.md" target="_blank" rel="noopener" className={linkClass}>
    {words}
  </a>
);
