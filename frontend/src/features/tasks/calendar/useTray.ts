import { useState } from 'react';

const KEY = 'calendar-no-date';

/** From this width on the tasks without a date stand beside the days and leave them room for titles. */
const isWide = (): boolean => window.matchMedia('(width >= 100rem)').matches;

const kept = (): boolean => {
  try {
    const choice = localStorage.getItem(KEY);
    return choice === null ? isWide() : choice === 'on';
  } catch {
    return isWide();
  }
};

/** Do the tasks without a date stand beside the days? The choice is kept on the device; until there is one, where there is room. */
export const useTray = (): [boolean, () => void] => {
  const [isOpen, setOpen] = useState(kept);
  const toggle = (): void => {
    setOpen(!isOpen);
    try {
      localStorage.setItem(KEY, isOpen ? 'off' : 'on');
    } catch {
      // The choice then lasts as long as the page.
    }
  };
  return [isOpen, toggle];
};
