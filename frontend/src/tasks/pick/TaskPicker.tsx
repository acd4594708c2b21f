import { lazy, Suspense } from 'react';
import type { PickerProps } from './PickerPopover';

/** What of a task can be picked from a list. */
export type PickField = 'status' | 'priority' | 'assignee' | 'tags';

const LOAD = {
  status: async () => ({ default: (await import('./StatusPicker')).StatusPicker }),
  priority: async () => ({ default: (await import('./PriorityPicker')).PriorityPicker }),
  assignee: async () => ({ default: (await import('./AssigneePicker')).AssigneePicker }),
  tags: async () => ({ default: (await import('./TagsPicker')).TagsPicker }),
} as const;

// Base UI's parts come when the first picker is wanted.
const PICKERS = {
  status: lazy(LOAD.status),
  priority: lazy(LOAD.priority),
  assignee: lazy(LOAD.assignee),
  tags: lazy(LOAD.tags),
} as const;

/** Loads the pickers before one is wanted, so that what is typed right after its key goes into it. */
export const preloadPickers = (): void => {
  // What fails is loaded again when it is wanted.
  for (const load of Object.values(LOAD)) load().catch(() => undefined);
};

/** The picker for a field of one task or of several, loaded when it is wanted. Mount it while it is open. */
export const TaskPicker = ({ field, ...picker }: PickerProps & { field: PickField }) => {
  const Picker = PICKERS[field];
  return (
    <Suspense>
      <Picker {...picker} />
    </Suspense>
  );
};
