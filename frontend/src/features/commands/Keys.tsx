import { Kbd } from '../../ui/Kbd';

const isApple = /Mac|iPhone|iPad|iPod/.test(navigator.platform);

const NAMES: Readonly<Record<string, string>> = {
  $mod: isApple ? '⌘' : 'Ctrl',
  Escape: 'Esc',
  Delete: isApple ? '⌫' : 'Del',
};
const nameOf = (key: string): string => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** Keys as they are written on the keyboard, one after the other: 'g d' → G, D; '$mod+k' → Ctrl, K. */
export const keyNames = (keys: string): string[] => keys.split(/[ +]/).map(nameOf);

/** Keys for `aria-keyshortcuts`, which knows keys pressed together but none pressed one after the other. */
export const ariaKeys = (keys: string | undefined): string | undefined =>
  keys === undefined || keys.includes(' ')
    ? undefined
    : keys
        .split('+')
        .map((key) => (key === '$mod' ? (isApple ? 'Meta' : 'Control') : nameOf(key)))
        .join('+');

/** The keys of a command, for eyes: the command itself tells them to screen readers. */
export const Keys = ({ keys }: { keys: string }) => (
  <span aria-hidden="true" className="inline-flex flex-none gap-1">
    {keyNames(keys).map((name) => (
      <Kbd key={name}>{name}</Kbd>
    ))}
  </span>
);
