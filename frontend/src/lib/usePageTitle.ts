import { useEffect } from 'react';
import { brandName } from './brand';

/** Names the window after the page: 'Board · Cairn'. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = title ? `${title} · ${brandName()}` : brandName();
  }, [title]);
};
