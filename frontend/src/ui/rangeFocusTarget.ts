import { isTouchScreen } from '../lib/screen';

/** Returns the element that gets the focus in a range of days: its first field, or the month on touch screens. */
export const rangeFocusTarget = (within: Element | null): HTMLElement | null =>
  within?.querySelector<HTMLElement>(isTouchScreen() ? '[data-day][tabindex="0"]' : 'input') ?? null;
