const KEY = 'device';
/** Stands in for the storage where that is forbidden: the device is then another one after each reload. */
let inMemory: string | undefined;

const make = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));

/** The id of this browser: a device that has signed in before has tries at the password of its own. */
export const getDevice = (): string => {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept) return kept;
    localStorage.setItem(KEY, (inMemory ??= make()));
  } catch {
    // Storage may be forbidden; the copy in memory serves this tab.
  }
  return (inMemory ??= make());
};
