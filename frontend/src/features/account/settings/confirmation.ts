import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { reportError, toAppError } from '../../../sync/client/errors';
import { showErrors } from '../../../sync/client/formErrors';
import { refusalText } from '../../../lib/reasonWords';
import { notify } from '../../../ui/notify';

const FIELD = 'currentPassword';

/** Puts the provider's proof into the password field. */
export const setConfirmation = <T extends FieldValues, C, O>(form: UseFormReturn<T, C, O>, value: string): void => {
  form.setValue(FIELD as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
  form.clearErrors(FIELD as Path<T>);
};

/**
 * Reports why a proof was refused, with the message of the server, because "Access denied" would not say what to do.
 */
export const reportProofError = (error: unknown, fallback: string): void => {
  const { code, message, retryAfter } = toAppError(error);
  if (code === 'FORBIDDEN') notify.error(refusalText(message, retryAfter) || fallback);
  else reportError(error, { fallback });
};

/** Shows why a form was refused, and asks for a new proof if the last one has expired. */
export const showRefusal = <T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  error: unknown,
  fallback: string,
): void => {
  const { code, fields } = toAppError(error);
  if (fields.proof) setConfirmation(form, '');
  if (code === 'FORBIDDEN') reportProofError(error, fallback);
  else showErrors(form, error, fallback);
};
