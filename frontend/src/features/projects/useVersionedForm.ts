import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { reportError, toAppError } from '../../sync/client/errors';
import { showErrors } from '../../sync/client/formErrors';
import type { WriteResult } from '../../sync/writes/runWrite';
import { clearDraft, hasDraft, readDraft, writeDraft } from '../../lib/drafts';
import { resetForm } from '../../lib/resetForm';
import { useIsShown } from '../../lib/useIsShown';
import { conflictingFields, changedFields, keepMine, takeTheirs, type FormFields } from './fieldChanges';

/** The fields of an object and the version they belong to. */
export interface Versioned<Fields> {
  fields: Fields;
  version: number;
}

/** Drafts are flat: the fields of the object that a draft changes have this prefix. */
const BASE = 'base:';

const withBase = <Fields extends FormFields>(values: Fields, { fields, version }: Versioned<Fields>) => ({
  ...values,
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${BASE}${name}`, value])),
  version,
});

/** Returns the draft of an object's form, and the object as it was then; null if there is none. */
const readEdit = <Fields extends FormFields>(
  key: string,
  opened: Versioned<Fields>,
): { values: Fields; base: Versioned<Fields> } | null => {
  if (!hasDraft(key)) return null;
  const { version, ...kept } = readDraft(key, withBase(opened.fields, opened));
  const pick = (prefix: string): Fields =>
    Object.fromEntries(Object.keys(opened.fields).map((name) => [name, kept[`${prefix}${name}`] ?? ''])) as Fields;
  return { values: pick(''), base: { fields: pick(BASE), version } };
};

export interface VersionedForm<Fields extends FormFields, Output> {
  form: UseFormReturn<Fields, unknown, Output>;
  /** The values when the form was opened. */
  opened: Versioned<Fields>;
  /** The key of the draft, which stays until the form is saved or the draft discarded. */
  draftKey: string;
  open: boolean;
  /** Reads the current state of the object; null if it was deleted. */
  reload: () => Promise<Versioned<Fields> | null>;
}

interface Options<Fields extends FormFields, Output> extends VersionedForm<Fields, Output> {
  /** Writes the named fields of a valid form, as a change to `version`. */
  send: (names: (keyof Fields & string)[], output: Output, version: number) => Promise<WriteResult<unknown>>;
  /**
   * Called with the result; undefined if nothing was changed. `isDone`: the form can be closed, because nothing was
   * typed during the request.
   */
  onSaved: (written: WriteResult<unknown> | undefined, isDone: boolean) => void;
  fallback: string;
}

/**
 * Saves a form without losing text: sends only changed fields, with the version that they are based on. If another
 * person changed one of them meanwhile, shows the choice between both texts.
 */
export const useVersionedForm = <Fields extends FormFields, Output>(options: Options<Fields, Output>) => {
  const { form, opened, draftKey, open, send, reload, onSaved, fallback } = options;
  const [kept, setKept] = useState(() => readEdit(draftKey, opened));
  const [base, setBase] = useState(kept?.base ?? opened);
  const [theirs, setTheirs] = useState<Versioned<Fields> | null>(null);
  const [saving, setSaving] = useState(false);
  // The answer may arrive after the form was closed, and even opened again.
  const isShown = useIsShown(open);

  useEffect(() => {
    // Set over the initial values, so that they count as changes.
    if (kept) resetForm(form, kept.values, { keepDefaultValues: true });
  }, [form, kept]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (changedFields(base.fields, values).length > 0) writeDraft(draftKey, withBase(values, base));
          else clearDraft(draftKey);
        },
      }),
    [form, base, draftKey],
  );

  const showTheirs = async (conflict: unknown): Promise<void> => {
    try {
      const now = await reload();
      if (now) setTheirs(now);
      else reportError(conflict, { fallback });
    } catch (error) {
      reportError(error, { fallback });
    }
  };

  /** Continues from the values that were saved, at their version unless others have changed the object since. */
  const continueFrom = async (sent: Fields, version: number): Promise<void> => {
    const now = await reload().catch(() => null);
    const isSame = now !== null && changedFields(sent, now.fields).length === 0;
    const saved = { fields: sent, version: isSame ? now.version : version };
    setBase(saved);
    writeDraft(draftKey, withBase(form.getValues(), saved));
  };

  const save = (from: Versioned<Fields>): Promise<void> =>
    form.handleSubmit(async (output) => {
      const sent = form.getValues();
      const names = changedFields(from.fields, sent);
      setSaving(true);
      try {
        const written = names.length > 0 ? await send(names, output, from.version) : undefined;
        setTheirs(null);
        const isDone = changedFields(sent, readEdit(draftKey, opened)?.values ?? sent).length === 0;
        if (isDone) clearDraft(draftKey);
        onSaved(written, isDone && isShown.current);
        if (!isDone && isShown.current) await continueFrom(sent, from.version);
      } catch (error) {
        if (toAppError(error).code === 'CONFLICT' && isShown.current) await showTheirs(error);
        else showErrors(form, error, fallback, isShown.current);
      } finally {
        setSaving(false);
      }
    })();

  const settle = (now: Versioned<Fields>, resolve: typeof keepMine): void => {
    const resolved = resolve(base.fields, form.getValues(), now.fields);
    setBase(now);
    setTheirs(null);
    resetForm(form, resolved, { keepDefaultValues: true });
  };

  const mine = theirs ? form.getValues() : null;
  const conflict =
    theirs && mine
      ? {
          names: conflictingFields(base.fields, mine, theirs.fields),
          mine,
          theirs: theirs.fields,
          keepMine: () => {
            settle(theirs, keepMine);
            void save(theirs);
          },
          takeTheirs: () => settle(theirs, takeTheirs),
          keepEditing: () => settle(theirs, keepMine),
        }
      : null;

  return {
    save: () => save(base),
    saving,
    conflict,
    /** Whether the form was opened with a draft. */
    isRestored: kept !== null,
    /** Returns to the object's values. */
    discard: () => {
      setKept(null);
      setBase(opened);
      setTheirs(null);
      resetForm(form, opened.fields);
      clearDraft(draftKey);
    },
  };
};
