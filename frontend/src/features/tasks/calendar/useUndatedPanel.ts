import { useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage';

/** Whether tasks without a date fit next to the days at this width. */
const isWide = (): boolean => window.matchMedia('(width >= 100rem)').matches;

const isChosen = (): boolean => {
  const choice = readStored('calendar-no-date');
  return choice === null ? isWide() : choice === 'on';
};

/** Returns whether tasks without a date are shown next to the days: if there is space, until the person chooses. */
export const useUndatedPanel = (): [boolean, () => void] => {
  const [isOpen, setOpen] = useState(isChosen);
  const toggle = (): void => {
    setOpen(!isOpen);
    writeStored('calendar-no-date', isOpen ? 'off' : 'on');
  };
  return [isOpen, toggle];
};
