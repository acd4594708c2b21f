import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { writeDraft, type DraftFields } from '../lib/drafts';

/**
 * Keeps what is typed into a form under `key`, so that closing it or a reload loses nothing; with null, nothing is kept.
 * What is `secret` never is.
 */
export const useFormDraft = <Values extends FieldValues & DraftFields, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  key: string | null,
  secret?: keyof Values & string,
): void => {
  useEffect(() => {
    if (key === null) return undefined;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) =>
        writeDraft(
          key,
          Object.fromEntries(Object.entries<DraftFields[string]>(values).filter(([name]) => name !== secret)),
        ),
    });
  }, [form, key, secret]);
};
