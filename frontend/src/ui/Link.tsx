import type { ComponentProps, MouseEvent } from 'react';
import { createPath, useHref, useLocation, useNavigate, useResolvedPath, type To } from 'react-router-dom';
import { afterStepBack } from '../lib/stepBack';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To;
  /** Replaces the history entry, as a link to the current address always does. */
  replace?: boolean;
  state?: unknown;
}

/** Whether the browser handles the press: it opens another tab or window, or saves the page. */
const isForBrowser = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;

/** A link to a page of the app. React Router's own also prefetches and submits forms: 3 kB more in the first load. */
export const Link = ({ to, replace, state, onClick, children, ...rest }: LinkProps) => {
  const navigate = useNavigate();
  const location = useLocation();
  const path = useResolvedPath(to);
  const press = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    afterStepBack(() => navigate(to, { replace: replace ?? createPath(location) === createPath(path), state }));
  };
  return (
    <a {...rest} href={useHref(to)} onClick={press}>
      {children}
    </a>
  );
};
