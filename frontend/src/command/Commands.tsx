import { CommandLayer } from './CommandLayer';
import { useCommandState } from './CommandContext';
import { useShortcuts } from './useShortcuts';

/** The keys of all commands, and what they open over the page. */
export const Commands = () => {
  useShortcuts();
  const { panel } = useCommandState();
  return panel === null && <CommandLayer />;
};
