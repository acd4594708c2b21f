import { isTouched } from '../lib/screen';

/** What takes the focus where a stretch of days is shown: its first field, or the month where one touches. */
export const rangeStop = (within: Element | null): HTMLElement | null =>
  within?.querySelector<HTMLElement>(isTouched() ? '[data-day][tabindex="0"]' : 'input') ?? null;
