import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { toAppError } from '../../../sync/client/errors';
import { showErrors } from '../../../sync/client/formErrors';

const FIELD = 'currentPassword';

/** Puts a confirmation by the provider into the field of the password. */
export const setConfirmation = <T extends FieldValues, C, O>(form: UseFormReturn<T, C, O>, value: string): void => {
  form.setValue(FIELD as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
  form.clearErrors(FIELD as Path<T>);
};

/** Shows why a form was refused, and asks again where the confirmation has ended. */
export const showRefusal = <T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  error: unknown,
  fallback: string,
): void => {
  if (toAppError(error).fields.proof) setConfirmation(form, '');
  showErrors(form, error, fallback);
};
