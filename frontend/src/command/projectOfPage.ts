import { matchPath } from 'react-router-dom';

/** The project that a page is about, or is narrowed down to: where a task made on it belongs. */
export const projectOfPage = ({ pathname, search }: { pathname: string; search: string }): string | undefined =>
  matchPath('/projects/:id/*', pathname)?.params.id ?? new URLSearchParams(search).get('project') ?? undefined;
