import { readStored, readStoredJson, writeStored, writeStoredJson } from './storage';

/** The values of a form: flat and plain. */
export type DraftFields = Record<string, string | boolean | number>;

/**
 * What was typed under this key, laid over `empty`. Only fields that `empty` has, of the same type, are taken: a draft from an
 * older version of a form cannot put anything else into it.
 */
export const readDraft = <T extends DraftFields>(key: string, empty: T): T => {
  const stored = readStoredJson(`draft:${key}`);
  if (typeof stored !== 'object' || stored === null) return empty;
  const known = Object.entries(stored).filter(
    ([name, value]) => Object.hasOwn(empty, name) && typeof value === typeof empty[name],
  );
  return { ...empty, ...Object.fromEntries(known) };
};

/** Whether there is a draft under this key. */
export const hasDraft = (key: string): boolean => readStored(`draft:${key}`) !== null;

/** Keeps what is typed. */
export const writeDraft = (key: string, fields: DraftFields): void => writeStoredJson(`draft:${key}`, fields);

/** Forgets what was typed: it is saved, or was given up. */
export const clearDraft = (key: string): void => writeStored(`draft:${key}`, null);

/** A draft of a single text; '' if there is none. */
export const keptText = (key: string): string => readDraft(key, { text: '' }).text;

/** Stores a single text; an empty one removes the draft. */
export const keepText = (key: string, text: string): void => {
  if (text === '') clearDraft(key);
  else writeDraft(key, { text });
};
