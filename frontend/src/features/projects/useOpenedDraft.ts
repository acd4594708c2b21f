import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { clearDraft, readDraft, type DraftFields } from '../../lib/drafts';
import { resetForm } from '../../lib/resetForm';
import { useFormDraft } from '../../lib/useFormDraft';

interface Options<Values extends DraftFields> {
  /** The key of the draft. */
  key: string;
  empty: Values;
  open: boolean;
  /** Fields that have a value before the person types. */
  preset?: readonly (keyof Values)[];
}

/**
 * Stores the draft of a form that opens and closes, so that neither closing it nor a reload loses anything. Returns
 * whether it was opened with such a draft, and a function that discards it.
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
  // Another form of the same key, such as a command's, may have changed the draft meanwhile.
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
