import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { reportError, toAppError } from '../graphql/errors';

/**
 * Shows why the server refused a form: at the fields that the form has, the first of them focused, and the rest as
 * toasts.
 */
export const showErrors = <Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  fallback: string,
): void => {
  const { fields } = toAppError(error);
  const names = Object.keys(form.getValues());
  const shown = names.filter((name) => fields[name]?.[0] !== undefined);
  for (const [index, name] of shown.entries()) {
    // The names come from the form's own values.
    form.setError(name as Path<Values>, { type: 'server', message: fields[name]?.[0] }, { shouldFocus: index === 0 });
  }
  reportError(error, { fallback, shown });
};
