import { useEffect } from 'react';
import { brandName } from './brand';

let page = '';
/** The title of a layer over the page. */
let over = '';
let count = 0;

const show = (): void => {
  const name = over || page;
  const title = name ? `${name} · ${brandName()}` : brandName();
  document.title = count > 0 ? `(${count}) ${title}` : title;
};

/** Sets the window's title to the page's: 'Board · Cairn'. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    page = title;
    show();
  }, [title]);
};

/** Sets the window's title to the title of a layer over the page, while it is open. */
export const useLayerTitle = (title: string): void => {
  useEffect(() => {
    over = title;
    show();
    return () => {
      over = '';
      show();
    };
  }, [title]);
};

/** Adds a count before the page's title: '(3) Board · Cairn'; nothing at 0. */
export const setTitleCount = (next: number): void => {
  if (next === count) return;
  count = next;
  show();
};
