import { useEffect } from 'react';
import { CommandLayer } from './CommandLayer';
import { useCommandState } from './CommandContext';
import { replayEarlyKeys } from './earlyKeys';
import { useShortcuts } from './useShortcuts';

/** The keys of all commands, and what they open over the page. */
export const Commands = () => {
  useShortcuts();
  // Once the keys are heard.
  useEffect(replayEarlyKeys, []);
  const { panel } = useCommandState();
  return panel === null && <CommandLayer />;
};
