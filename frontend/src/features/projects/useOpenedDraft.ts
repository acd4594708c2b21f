import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { clearDraft, readDraft, type DraftFields, writeDraft } from '../../lib/drafts';
import { resetForm } from '../../lib/resetForm';

const NO_SECRETS: readonly never[] = [];

/** Keeps what is typed into a form under `key`, so that closing it or a reload loses nothing. `secrets` are not kept. */
export const useFormDraft = <Values extends FieldValues & DraftFields, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  key: string,
  secrets: readonly (keyof Values & string)[] = NO_SECRETS,
): void => {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          writeDraft(
            key,
            Object.fromEntries(Object.entries<DraftFields[string]>(values).filter(([name]) => !secrets.includes(name))),
          ),
      }),
    [form, key, secrets],
  );
};

interface Options<Values extends DraftFields> {
  /** What is typed is kept under this key. */
  key: string;
  empty: Values;
  open: boolean;
  /** Fields that hold something without anybody having typed it. */
  preset?: readonly (keyof Values)[];
}

/**
 * Keeps what is typed into a form that opens and closes, so that neither closing it nor a reload loses anything. Says
 * whether what it was opened with is such a draft, and how to give that up.
 */
export const useOpenedDraft = <Values extends FieldValues & DraftFields, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { key, empty, open, preset = [] }: Options<Values>,
): { isRestored: boolean; discard: () => void } => {
  const [isRestored, setRestored] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const now = open ? key : null;
  if (opened !== now) {
    setOpened(now);
    const kept = open ? readDraft(key, empty) : empty;
    setRestored(Object.keys(empty).some((name) => !preset.includes(name) && kept[name] !== empty[name]));
  }

  useFormDraft(form, key);
  // Another form of the same key, such as the one that a command opens, may have been typed into meanwhile.
  useEffect(() => {
    if (open) resetForm(form, readDraft(key, empty));
  }, [open, form, key, empty]);

  return {
    isRestored,
    discard: () => {
      const left = Object.fromEntries(preset.map((name) => [name, form.getValues()[name]]));
      resetForm(form, { ...empty, ...left });
      clearDraft(key);
      setRestored(false);
    },
  };
};
