import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { writeDraft } from '../lib/drafts';

/** Keeps what is typed over a reload; passwords are never kept. */
export const useDoorDraft = <T extends FieldValues, O>(form: UseFormReturn<T, unknown, O>, key: string): void => {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const kept = Object.entries(values).filter(([name]) => !/password/i.test(name));
          writeDraft(key, Object.fromEntries(kept));
        },
      }),
    [form, key],
  );
};
