/** What a form holds: flat and made of plain values. */
export type DraftFields = Record<string, string | boolean | number>;

const PREFIX = 'draft:';

/**
 * A tab's own storage outlives a reload and an expired sign-in; it is gone with the tab.
 * Even looking at it can throw where storage is forbidden.
 */
const storage = (): Storage | null => {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
};

/**
 * What was typed under this key, laid over `empty`. Only fields that `empty` has, of the same type, are taken: a draft from an
 * older version of a form cannot put anything else into it.
 */
export const readDraft = <T extends DraftFields>(key: string, empty: T): T => {
  try {
    const kept: unknown = JSON.parse(storage()?.getItem(PREFIX + key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return empty;
    const known = Object.entries(kept).filter(
      ([name, value]) => Object.hasOwn(empty, name) && typeof value === typeof empty[name],
    );
    return { ...empty, ...Object.fromEntries(known) };
  } catch {
    return empty;
  }
};

/** Is something kept under this key? */
export const hasDraft = (key: string): boolean => {
  try {
    return storage()?.getItem(PREFIX + key) != null;
  } catch {
    return false;
  }
};

/** Keeps what is typed. Where the storage is full or forbidden, typing goes on without it. */
export const writeDraft = (key: string, fields: DraftFields): void => {
  try {
    storage()?.setItem(PREFIX + key, JSON.stringify(fields));
  } catch {
    // Nothing better can be done with a full storage.
  }
};

/** Forgets what was typed: it is saved, or was given up. */
export const clearDraft = (key: string): void => {
  try {
    storage()?.removeItem(PREFIX + key);
  } catch {
    // As above.
  }
};

/** The text that is kept alone under this key; '' where there is none. */
export const keptText = (key: string): string => readDraft(key, { text: '' }).text;

/** Keeps a text alone; nothing typed is nothing kept. */
export const keepText = (key: string, text: string): void => {
  if (text === '') clearDraft(key);
  else writeDraft(key, { text });
};

/** Forgets every draft, so that the next person on this machine does not read them. */
export const clearDrafts = (): void => {
  try {
    const kept = storage();
    if (!kept) return;
    for (const key of Object.keys(kept)) if (key.startsWith(PREFIX)) kept.removeItem(key);
  } catch {
    // As above.
  }
};
