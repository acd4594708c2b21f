import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { toAppError } from '../../../sync/client/errors';
import { showErrors } from '../../../sync/client/formErrors';

const FIELD = 'currentPassword';

/** Puts the provider's proof into the password field. */
export const setConfirmation = <T extends FieldValues, C, O>(form: UseFormReturn<T, C, O>, value: string): void => {
  form.setValue(FIELD as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
  form.clearErrors(FIELD as Path<T>);
};

/** Shows why a form was refused, and asks for a new proof if the last one has expired. */
export const showRefusal = <T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  error: unknown,
  fallback: string,
): void => {
  if (toAppError(error).fields.proof) setConfirmation(form, '');
  showErrors(form, error, fallback);
};
