import { keyTexts } from '../../texts/keys';

/**
 * Keys that several components listen to or show, as tinykeys writes them. Other keys of commands are in
 * features/commands/shortcuts.ts.
 */
export const KEYS = {
  menu: '$mod+k',
  newTask: 'c',
  filter: 'f',
  nextTask: 'j',
  previousTask: 'k',
  /** In lists. */
  select: 'x',
  /** On the board, adds to the column; in the calendar, to the day. */
  newHere: 'n',
  /** Keys of the calendar. */
  today: 't',
} as const;

/** The first key of sequences that lead to pages, such as G T. */
export const SEQUENCE_KEY = 'g';

const isApple = /Mac|iPhone|iPad|iPod/.test(navigator.platform);

const NAMES: Readonly<Record<string, string | undefined>> = {
  ...keyTexts,
  $mod: isApple ? '⌘' : keyTexts.Control,
  ...(isApple && { Delete: '⌫' }),
};

/** Returns the name of a key on the keyboard. */
export const keyName = (key: string): string => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** Returns the names of keys on the keyboard, in sequence: 'g d' → G, D; '$mod+k' → Ctrl, K. */
export const keyNames = (keys: string): string[] => keys.split(/[ +]/).map(keyName);

/** Keys for `aria-keyshortcuts`, which has no notation for keys pressed one after the other. */
export const ariaKeys = (keys: string | undefined): string | undefined =>
  keys === undefined || keys.includes(' ')
    ? undefined
    : keys
        .split('+')
        .map((key) => (key === '$mod' ? (isApple ? 'Meta' : 'Control') : key.length === 1 ? key.toUpperCase() : key))
        .join('+');
