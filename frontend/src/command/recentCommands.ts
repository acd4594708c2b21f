import { COMMANDS, type CommandId } from './shortcuts';

const KEY = 'recent-commands';
const KEPT = 5;

/** What was last done by the menu, the latest first. */
export const recentCommands = (): CommandId[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.flatMap((id) => COMMANDS.find((command) => command.id === id)?.id ?? []);
  } catch {
    return [];
  }
};

/** Notes that a command was used, so that it stands further up the next time. */
export const noteCommand = (id: CommandId): void => {
  const next = [id, ...recentCommands().filter((other) => other !== id)].slice(0, KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without a storage the order stays as it is.
  }
};
