import { useEffect, useEffectEvent, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { tinykeys } from 'tinykeys';
import { SEQUENCE_KEY } from '../../lib/keyboard/keys';
import { isFreeForCommands } from '../../lib/keyboard/scope';
import { isTyping } from '../../lib/keyboard/typing';
import { refuseReadOnly } from '../tasks/model/readOnly';
import { isLayerOpen } from '../../lib/keyboard/layers';
import { useAddressParam } from '../../lib/useAddressParams';
import { CommandLayer } from './CommandLayer';
import { targetCount, useCommandState } from './CommandProvider';
import { replayEarlyKeys } from './earlyKeys';
import { changesTasks, commandsOf, type Command } from './shortcuts';
import { findTarget } from './taskTarget';
import { useQuickMenu } from './useQuickMenu';
import { useRunCommand } from './useRunCommand';

interface Binding {
  keys: string;
  /** Returns the commands of a binding; several share one if they begin with the same key. */
  commandOf: (key: string) => Command | undefined;
}

const isMod = ({ keys = '' }: Command): boolean => keys.includes('$mod');
const GAP = ' ';

/**
 * All 'g …' are one binding: if several wait for their second key, tinykeys does not reset those after the one that
 * ran. It also comes first, so that 'g p' does not end as 'p'.
 */
const sequences = (commands: readonly Command[]): Binding => {
  const waiting = new Map(
    commands.flatMap((command) => {
      const [first, second] = command.keys?.split(GAP) ?? [];
      return first === SEQUENCE_KEY && second ? [[second, command] as const] : [];
    }),
  );
  return {
    keys: `${SEQUENCE_KEY} (${[...waiting.keys()].join('|')})`,
    commandOf: (key) => waiting.get(key.toLowerCase()),
  };
};

const bindingsOf = (command: Command): Binding[] =>
  [command.keys, command.alsoKeys].flatMap((keys) =>
    keys === undefined
      ? []
      : {
          // Signs such as '?' need the Shift key on some keyboards only.
          keys: /^[^\w$]$/.test(keys) ? `[Shift]+${keys}` : keys,
          commandOf: () => command,
        },
  );

const allBindings = (commands: readonly Command[]) => {
  const withKeys = commands.filter(({ keys }) => keys !== undefined);
  return {
    withMod: withKeys.filter(isMod).flatMap(bindingsOf),
    single: [
      sequences(withKeys),
      ...withKeys.filter((command) => !isMod(command) && !command.keys?.includes(GAP)).flatMap(bindingsOf),
    ],
  };
};

/** Handles the keys of all commands, unless they have another meaning in the current context. */
const useShortcuts = (): void => {
  const { cache } = useApolloClient();
  const runCommand = useRunCommand();
  const { places } = useCommandState();
  const [bindings] = useState(() => allBindings(commandsOf(places)));
  const press = useEffectEvent((command: Command | undefined, event: KeyboardEvent) => {
    const target = findTarget();
    if (!command || (command.needs && target.ids.length === 0)) return;
    // It would apply to the first of them. Menus omit it as well.
    if (command.needs === 'task' && targetCount(target) > 1) return;
    if ((command.notInText && isTyping(event)) || (command.notInPanel && target.isOpen)) return;
    event.preventDefault();
    if (changesTasks(command) && refuseReadOnly(cache, target.ids)) return;
    runCommand(command.id, target);
  });
  useEffect(() => {
    const bind = (bindings: readonly Binding[], ignore: (event: KeyboardEvent) => boolean) =>
      tinykeys(
        window,
        Object.fromEntries(
          bindings.map(({ keys, commandOf }) => [keys, (event: KeyboardEvent) => press(commandOf(event.key), event)]),
        ),
        { ignore },
      );
    const stopSingle = bind(bindings.single, (event) => !isFreeForCommands(event));
    // With Ctrl or ⌘, a letter does not type text.
    const stopMod = bind(bindings.withMod, (event) => event.defaultPrevented || event.repeat || isLayerOpen());
    return () => {
      stopSingle();
      stopMod();
    };
  }, [bindings]);
};

/** The icon of the installed app creates a task by an address (public/manifest.webmanifest), which is handled once. */
const useNewTaskParam = (): void => {
  const { show } = useCommandState();
  const [asked, setAsked] = useAddressParam('new');
  const isAsked = asked === 'task';
  const open = useEffectEvent(() => {
    setAsked(null);
    show({ what: 'newTask' });
  });
  useEffect(() => {
    if (isAsked) open();
  }, [isAsked]);
};

/** Handles the keys of all commands, and renders the layers that they open. */
export const Commands = () => {
  useShortcuts();
  useQuickMenu();
  useNewTaskParam();
  // Runs after the keys above are handled.
  useEffect(replayEarlyKeys, []);
  const { panel } = useCommandState();
  return panel === null && <CommandLayer />;
};
