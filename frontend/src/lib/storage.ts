/**
 * All storage keys of the app: the area of each, and whether it belongs to the person or the device. Signing out
 * removes the person's values. A key with a colon is a prefix.
 */
const KEYS = {
  /** Removed separately at the end of a session, so that all tabs notice (session/token.ts). */
  token: { area: 'localStorage', owner: 'device' },
  device: { area: 'localStorage', owner: 'device' },
  theme: { area: 'localStorage', owner: 'device' },
  language: { area: 'localStorage', owner: 'device' },
  // Set while the language comes from an account. Such a language is removed when the account signs out.
  'language-of-account': { area: 'localStorage', owner: 'device' },
  // Kept for the device, because people who dictate must not be signed in with single-key shortcuts on (WCAG 2.1.4).
  'single-keys': { area: 'localStorage', owner: 'device' },
  'board-columns': { area: 'localStorage', owner: 'person' },
  'calendar-no-date': { area: 'localStorage', owner: 'person' },
  groups: { area: 'localStorage', owner: 'person' },
  push: { area: 'localStorage', owner: 'person' },
  'recent-commands': { area: 'localStorage', owner: 'person' },
  'undo:': { area: 'localStorage', owner: 'person' },
  // Values of a tab survive a reload and an expired session, and end with the tab.
  'draft:': { area: 'sessionStorage', owner: 'person' },
  // The key of a shared link with a password (visitors/).
  'shared:': { area: 'sessionStorage', owner: 'device' },
  lastUser: { area: 'sessionStorage', owner: 'device' },
  'session-expired': { area: 'sessionStorage', owner: 'device' },
} as const satisfies Record<string, { area: Area; owner: 'person' | 'device' }>;

type Area = 'localStorage' | 'sessionStorage';
type KeyName = keyof typeof KEYS;
type Prefix = Extract<KeyName, `${string}:`>;

export type StoredKey = Exclude<KeyName, Prefix> | `${Prefix}${string}`;

const AREAS: readonly Area[] = ['localStorage', 'sessionStorage'];

/** Used where storage is forbidden or full; values then last until the page is closed. */
const inMemory = new Map<string, string>();

const nameOf = (key: string): KeyName | undefined => {
  const name = key.replace(/:.*$/s, ':');
  return name in KEYS ? (name as KeyName) : undefined;
};

/** Returns the storage, or null if the browser forbids access to it. */
const open = (area: Area): Storage | null => {
  try {
    return window[area];
  } catch {
    return null;
  }
};

const storageOf = (key: StoredKey): Storage | null => open(KEYS[nameOf(key) ?? 'token'].area);

/** Returns the text stored under a key, or null. */
export const readStored = (key: StoredKey): string | null => inMemory.get(key) ?? storageOf(key)?.getItem(key) ?? null;

/** Stores a text, or removes it with null. */
export const writeStored = (key: StoredKey, text: string | null): void => {
  const storage = storageOf(key);
  inMemory.delete(key);
  if (text === null) {
    storage?.removeItem(key);
    return;
  }
  try {
    if (storage) storage.setItem(key, text);
    else inMemory.set(key, text);
  } catch {
    inMemory.set(key, text);
  }
};

/** Returns the value stored as JSON, or null if there is none or it cannot be read. It may be of an older version. */
export const readStoredJson = (key: StoredKey): unknown => {
  try {
    return JSON.parse(readStored(key) ?? 'null');
  } catch {
    return null;
  }
};

export const writeStoredJson = (key: StoredKey, value: unknown): void => writeStored(key, JSON.stringify(value));

const removeWhere = (area: Area, isRemoved: (key: string) => boolean): void => {
  const storage = open(area);
  for (const key of Object.keys(storage ?? {})) if (isRemoved(key)) storage?.removeItem(key);
  for (const key of inMemory.keys()) if (isRemoved(key)) inMemory.delete(key);
};

/** Removes all values of a prefix, except one. */
export const removeStored = (prefix: Prefix, except?: string): void =>
  removeWhere(KEYS[prefix].area, (key) => key.startsWith(prefix) && key !== `${prefix}${except}`);

/** Removes everything that a person typed, searched for or chose. Keys of older versions count as personal. */
export const removePersonalValues = (): void => {
  if (readStored('language-of-account') !== null) {
    writeStored('language', null);
    writeStored('language-of-account', null);
  }
  for (const area of AREAS) removeWhere(area, (key) => KEYS[nameOf(key) ?? 'draft:'].owner === 'person');
};
