import { createStoredText, useStore } from '../store';

const OFF = 'off';
const stored = createStoredText('single-keys');

/** Whether keys without Ctrl or ⌘ are on. People may switch them off, for example to dictate. */
export const singleKeysOn = (): boolean => stored.get() !== OFF;

/** Whether this is a letter that has been switched off. Other keys, such as arrows, always work. */
export const isSwitchedOff = (key: string): boolean => /^\p{L}$/u.test(key) && !singleKeysOn();

const setSingleKeys = (isOn: boolean): void => stored.set(isOn ? null : OFF);

/** Returns whether keys without Ctrl or ⌘ are on, synchronized across tabs, and a function that changes this. */
export const useSingleKeys = (): [boolean, (isOn: boolean) => void] => [useStore(stored) !== OFF, setSingleKeys];
