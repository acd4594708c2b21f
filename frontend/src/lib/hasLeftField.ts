import type { FocusEvent } from 'react';

/**
 * Whether a field that loses the focus is left. If the whole window loses it, the field has it again when the person
 * returns, and what is typed there may be unfinished.
 */
export const hasLeftField = ({ currentTarget }: Pick<FocusEvent, 'currentTarget'>): boolean =>
  document.activeElement !== currentTarget;
