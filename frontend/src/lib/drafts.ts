import { readStored, readStoredJson, writeStored, writeStoredJson } from './storage';

/** The values of a form, without nesting. */
export type DraftFields = Record<string, string | boolean | number>;

/**
 * Returns the draft stored under this key, merged over `empty`. Only fields that exist in `empty` with the same type
 * are used, so that a draft of an older version of the form is safe.
 */
export const readDraft = <T extends DraftFields>(key: string, empty: T): T => {
  const stored = readStoredJson(`draft:${key}`);
  if (typeof stored !== 'object' || stored === null) return empty;
  const known = Object.entries(stored).filter(
    ([name, value]) => Object.hasOwn(empty, name) && typeof value === typeof empty[name],
  );
  return { ...empty, ...Object.fromEntries(known) };
};

export const hasDraft = (key: string): boolean => readStored(`draft:${key}`) !== null;

/** Stores the typed fields of a form. */
export const writeDraft = (key: string, fields: DraftFields): void => writeStoredJson(`draft:${key}`, fields);

/** Removes the draft, because it was saved or discarded. */
export const clearDraft = (key: string): void => writeStored(`draft:${key}`, null);

/** Returns the draft of a single text; '' if there is none. */
export const readTextDraft = (key: string): string => readDraft(key, { text: '' }).text;

/** Stores a single text; an empty one removes the draft. */
export const saveTextDraft = (key: string, text: string): void => {
  if (text === '') clearDraft(key);
  else writeDraft(key, { text });
};
