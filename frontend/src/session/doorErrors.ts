import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { toAppError } from '../graphql/errors';
import { showErrors } from '../graphql/formErrors';
import { notify } from '../ui/notify';

/** Says why sign-in or registration was refused. Here UNAUTHENTICATED is about what was typed, not about a session. */
export const showDoorErrors = <T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  error: unknown,
  fallback: string,
): void => {
  const { code, message } = toAppError(error);
  if (code === 'UNAUTHENTICATED') notify.error(message || fallback);
  else showErrors(form, error, fallback);
};
