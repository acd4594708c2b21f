import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { writeDraft } from './drafts';

/** The fields that no draft contains. */
const SECRETS = /password|^code$/i;

/** Stores a draft of a form under `key`, if given, so that neither closing it nor a reload loses anything. */
export const useFormDraft = <Fields extends FieldValues, Output>(
  form: UseFormReturn<Fields, unknown, Output>,
  key: string | undefined,
): void => {
  useEffect(() => {
    if (key === undefined) return undefined;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const kept = Object.entries(values).filter(([name]) => !SECRETS.test(name));
        writeDraft(key, Object.fromEntries(kept));
      },
    });
  }, [form, key]);
};
