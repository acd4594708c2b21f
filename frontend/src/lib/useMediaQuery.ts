import { useSyncExternalStore } from 'react';

/** The width below which the app takes its phone shape; the style sheet uses the same. */
export const PHONE = '(width < 48rem)';

/** Does this media query hold? Follows its changes. */
export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    (tell) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', tell);
      return () => list.removeEventListener('change', tell);
    },
    () => window.matchMedia(query).matches,
  );
