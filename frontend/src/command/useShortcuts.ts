import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';
import { isLayerOpen, isTaken } from './keyRules';
import { COMMANDS, type Command } from './shortcuts';
import { singleKeysOn } from './singleKeys';
import { findTarget } from './taskTarget';
import { useRunCommand } from './useRunCommand';

const withMod = ({ keys = '' }: Command): boolean => keys.includes('$mod');

/** A sign such as '?' needs the Shift key on some keyboards and not on others. */
const binding = (keys: string): string => (/^[^\w$]$/.test(keys) ? `[Shift]+${keys}` : keys);

// Keys that begin with another one come first: 'g p' must not end as 'p'.
const bound = (COMMANDS as readonly Command[])
  .filter(({ keys }) => keys !== undefined)
  .toSorted((a, b) => Number(b.keys?.includes(' ')) - Number(a.keys?.includes(' ')));

/** Lets the keys of all commands work, wherever they do not mean something else. */
export const useShortcuts = (): void => {
  const runCommand = useRunCommand();
  const press = useEffectEvent(({ id, needs }: Command, event: KeyboardEvent) => {
    const target = findTarget();
    if (needs && target.ids.length === 0) return;
    event.preventDefault();
    runCommand(id, target);
  });
  useEffect(() => {
    const bind = (commands: readonly Command[], ignore: (event: KeyboardEvent) => boolean) =>
      tinykeys(
        window,
        Object.fromEntries(
          commands.map((command) => [binding(command.keys ?? ''), (event: KeyboardEvent) => press(command, event)]),
        ),
        { ignore },
      );
    const stopSingle = bind(
      bound.filter((command) => !withMod(command)),
      (event) => !singleKeysOn() || isTaken(event),
    );
    // Together with Ctrl or ⌘ a letter is no text.
    const stopMod = bind(bound.filter(withMod), (event) => event.defaultPrevented || event.repeat || isLayerOpen());
    return () => {
      stopSingle();
      stopMod();
    };
  }, []);
};
