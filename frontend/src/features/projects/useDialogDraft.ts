import { useEffect, useState, type RefObject } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { clearDraft, readDraft, type DraftFields } from '../../lib/drafts';
import { resetForm } from '../../lib/resetForm';
import { useFormDraft } from '../../lib/useFormDraft';
import { useIsShown } from '../../lib/useIsShown';

interface Options<Values extends DraftFields> {
  /** The key of the draft. */
  key: string;
  empty: Values;
  open: boolean;
  /** Fields that have a value before the person types. */
  preset?: readonly (keyof Values)[];
}

interface DialogDraft<Values> {
  /** Whether the form was opened with a draft. */
  isRestored: boolean;
  isShown: Readonly<RefObject<boolean>>;
  discard: () => void;
  /**
   * Discards the draft that was sent, unless the person has continued it, or begun another one. Returns whether the form
   * is done and can be closed.
   */
  settle: (sent: Values) => boolean;
}

/**
 * Stores the draft of a form that opens and closes, so that neither closing it nor a reload loses anything.
 */
export const useDialogDraft = <Values extends FieldValues & DraftFields, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { key, empty, open, preset = [] }: Options<Values>,
): DialogDraft<Values> => {
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

  const isShown = useIsShown(open);
  const discard = (): void => {
    const left = Object.fromEntries(preset.map((name) => [name, form.getValues()[name]]));
    resetForm(form, { ...empty, ...left });
    clearDraft(key);
    setRestored(false);
  };
  return {
    isRestored,
    isShown,
    discard,
    settle: (sent) => {
      const now = readDraft(key, empty);
      const isSent = Object.keys(empty).every((name) => preset.includes(name) || now[name] === sent[name]);
      if (isSent) discard();
      return isSent && isShown.current;
    },
  };
};
