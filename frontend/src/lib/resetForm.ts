import type { FieldValues, UseFormReset } from 'react-hook-form';

/**
 * Sets other values of a form, by default its initial ones. The fields stay registered, because compiled components
 * register only once, and an unregistered field would ignore typing.
 */
export const resetForm = <Fields extends FieldValues>(
  { reset }: { reset: UseFormReset<Fields> },
  ...[values, options]: Parameters<UseFormReset<Fields>>
): void => reset(values, { ...options, keepFieldsRef: true });
