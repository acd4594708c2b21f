import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { toAppError } from '../../../sync/client/errors';
import { showErrors } from '../../../sync/client/formErrors';
import { refusalText } from '../../../lib/reasonWords';
import { useFormDraft } from '../../../lib/useFormDraft';
import { notify } from '../../../ui/notify';

interface AuthLayout<Values> {
  /** The key of the draft that survives a reload; it has no passwords. */
  draft?: string;
  send: (values: Values) => Promise<void>;
  /** The message if the server gave none. */
  failed: string;
}

/** A sign-in form: keeps a draft, sends the values, and reports refusals. Returns the submit handler. */
export const useAuthForm = <Fields extends FieldValues, Values>(
  form: UseFormReturn<Fields, unknown, Values>,
  { draft, send, failed }: AuthLayout<Values>,
) => {
  useFormDraft(form, draft);
  return form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      const { code, message, retryAfter } = toAppError(error);
      if (code !== 'UNAUTHENTICATED' && code !== 'FORBIDDEN') {
        showErrors(form, error, failed);
        return;
      }
      // On these pages, the codes mean wrong credentials or a refused account. The message of the server says which of
      // the two.
      notify.error(refusalText(message, retryAfter) || failed);
      // Does nothing in a form without a password.
      form.setFocus('password' as Path<Fields>, { shouldSelect: true });
    }
  });
};
