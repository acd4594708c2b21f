import { useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage';

/** From this width on, tasks without a date stand beside the days and leave them room for titles. */
const isWide = (): boolean => window.matchMedia('(width >= 100rem)').matches;

const isChosen = (): boolean => {
  const choice = readStored('calendar-no-date');
  return choice === null ? isWide() : choice === 'on';
};

/** Are tasks without a date shown beside the days? They are where there is room, until the person chooses. */
export const useUndatedPanel = (): [boolean, () => void] => {
  const [isOpen, setOpen] = useState(isChosen);
  const toggle = (): void => {
    setOpen(!isOpen);
    writeStored('calendar-no-date', isOpen ? 'off' : 'on');
  };
  return [isOpen, toggle];
};
