import { readStored, writeStored } from './storage';

const make = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));

/** The id of this browser: a device that has signed in before has tries at the password of its own. */
export const getDevice = (): string => {
  const stored = readStored('device');
  if (stored) return stored;
  const made = make();
  writeStored('device', made);
  return made;
};
