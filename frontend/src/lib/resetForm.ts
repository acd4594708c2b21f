import type { FieldValues, UseFormReset } from 'react-hook-form';

/**
 * Gives a form other values, its first ones unless others are named. Its fields stay registered: a form that forgets them
 * waits until they are registered again, which compiled components do only once, and takes nothing that is typed.
 */
export const resetForm = <Fields extends FieldValues>(
  { reset }: { reset: UseFormReset<Fields> },
  ...[values, options]: Parameters<UseFormReset<Fields>>
): void => reset(values, { ...options, keepFieldsRef: true });
