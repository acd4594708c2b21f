import { createStoredText, useStore } from '../store';

const OFF = 'off';
const stored = createStoredText('single-keys');

/** Do keys without Ctrl or ⌘ do anything? They do until someone switches them off, such as for dictating. */
export const singleKeysOn = (): boolean => stored.get() !== OFF;

/** Is this a letter that has been switched off? Arrows and the like always do what they do. */
export const isSwitchedOff = (key: string): boolean => /^\p{L}$/u.test(key) && !singleKeysOn();

const setSingleKeys = (isOn: boolean): void => stored.set(isOn ? null : OFF);

/** Whether keys without Ctrl or ⌘ do anything, live across tabs, and how to choose. */
export const useSingleKeys = (): [boolean, (isOn: boolean) => void] => [useStore(stored) !== OFF, setSingleKeys];
