import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { reportError, toAppError } from './errors';

/**
 * Shows the server's messages at the fields of a form, and focuses the first one; messages for other fields, and all of a
 * form that was closed meanwhile (`isOpen`), are shown in a toast.
 */
export const showErrors = <T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  error: unknown,
  fallback: string,
  isOpen = true,
): void => {
  const { fields } = toAppError(error);
  // `getValues` returns all fields of the form, in order.
  const shown = isOpen ? Object.keys(form.getValues()).filter((name) => Object.hasOwn(fields, name)) : [];
  for (const [index, name] of shown.entries()) {
    // The names are from the form itself.
    const message = { type: 'server', message: fields[name]?.[0] };
    form.setError(name as Path<T>, message, { shouldFocus: index === 0 });
  }
  reportError(error, { fallback, shown });
};
