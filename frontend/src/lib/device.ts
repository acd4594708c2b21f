import { readStored, writeStored } from './storage';

const make = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));

/** Returns the id of this browser. A device that has signed in before has its own limit of password attempts. */
export const getDevice = (): string => {
  const stored = readStored('device');
  if (stored) return stored;
  const made = make();
  writeStored('device', made);
  return made;
};
