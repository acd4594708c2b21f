import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { reportError, toAppError } from './errors';

/**
 * Puts the server's messages to the fields of a form and the focus into the first one; what the form does not show is
 * said in a toast.
 */
export const showErrors = <T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  error: unknown,
  fallback: string,
): void => {
  const { fields } = toAppError(error);
  // `getValues` knows every field that the form has, in the order in which it was set up.
  const shown = Object.keys(form.getValues()).filter((name) => Object.hasOwn(fields, name));
  for (const [index, name] of shown.entries()) {
    // The names come from the form itself.
    const message = { type: 'server', message: fields[name]?.[0] };
    form.setError(name as Path<T>, message, { shouldFocus: index === 0 });
  }
  reportError(error, { fallback, shown });
};
