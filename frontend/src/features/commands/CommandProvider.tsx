import { useCallback, useEffect, useState, type ReactNode, createContext, use } from 'react';
import type { PickerField } from '../tasks/pickers/TaskPicker';
import type { AllSelected } from '../tasks/selection/selection';
import { storeEarlyKeys } from './earlyKeys';
import type { CommandPlace } from './shortcuts';
import { stopTypeAhead, typeAhead } from './typeAhead';

/** The tasks that a command applies to. */
export interface TaskTarget {
  ids: readonly string[];
  /** Set if all tasks that match the page's filter are selected; `ids` are the loaded ones. */
  all: AllSelected | null;
  /** The element that represents them on the page; a picker opens next to it. */
  element: Element | null;
  /** The task is open in the panel. */
  isOpen: boolean;
}

export const NO_TASKS: TaskTarget = { ids: [], all: null, element: null, isOpen: false };

/** Returns the number of tasks that a command changes. */
export const targetCount = ({ ids, all }: TaskTarget): number => (all ? all.count : ids.length);

/** The layer that a command has opened over the page. */
export type OpenLayer =
  | { what: 'menu' | 'deleteTasks'; target: TaskTarget }
  | { what: 'quick'; target: TaskTarget; id: string; asked: number }
  | { what: 'pick'; field: PickerField; target: TaskTarget }
  | { what: 'help' | 'newTask' | 'newProject' };

interface CommandState {
  /** The pages that commands open. */
  places: readonly CommandPlace[];
  shown: OpenLayer | null;
  show: (shown: OpenLayer | null) => void;
  /** The open task: new layers must be inside its panel, which holds the focus. */
  panel: string | null;
  setPanel: (taskId: string | null) => void;
}

const CommandContext = createContext<CommandState | null>(null);

/** Returns the layers that commands have opened, and functions that open them. */
export const useCommandState = (): CommandState => {
  const state = use(CommandContext);
  if (!state) throw new Error('useCommandState needs a CommandProvider above it.');
  return state;
};

interface CommandProviderProps {
  places: readonly CommandPlace[];
  children: ReactNode;
}

/** Holds what commands have opened. */
export const CommandProvider = ({ places, children }: CommandProviderProps) => {
  const [shown, setShown] = useState<OpenLayer | null>(null);
  const [panel, setPanel] = useState<string | null>(null);
  useEffect(storeEarlyKeys, []);
  const show = useCallback((next: OpenLayer | null): void => {
    // An open menu handles keys itself.
    if (next && next.what !== 'quick') typeAhead(() => setShown(null));
    else stopTypeAhead();
    setShown(next);
  }, []);
  return <CommandContext value={{ places, shown, show, panel, setPanel }}>{children}</CommandContext>;
};
