import { useEffect } from 'react';
import { brandName } from './brand';

let page = '';
let count = 0;

const show = (): void => {
  const title = page ? `${page} · ${brandName()}` : brandName();
  document.title = count > 0 ? `(${count}) ${title}` : title;
};

/** Names the window after the page: 'Board · Cairn'. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    page = title;
    show();
  }, [title]);
};

/** Puts a count before the page's name: '(3) Board · Cairn'; nothing at 0. */
export const setTitleCount = (next: number): void => {
  if (next === count) return;
  count = next;
  show();
};
