import { lazy, Suspense } from 'react';
import type { PickerProps } from './PickerPopover';

/** What of a task can be picked from a list. */
export type PickField = 'status' | 'priority' | 'assignee' | 'tags';

// Base UI's parts come when the first picker is wanted.
const PICKERS = {
  status: lazy(async () => ({ default: (await import('./StatusPicker')).StatusPicker })),
  priority: lazy(async () => ({ default: (await import('./PriorityPicker')).PriorityPicker })),
  assignee: lazy(async () => ({ default: (await import('./AssigneePicker')).AssigneePicker })),
  tags: lazy(async () => ({ default: (await import('./TagsPicker')).TagsPicker })),
} as const;

/** The picker for a field of one task or of several, loaded when it is wanted. Mount it while it is open. */
export const TaskPicker = ({ field, ...picker }: PickerProps & { field: PickField }) => {
  const Picker = PICKERS[field];
  return (
    <Suspense>
      <Picker {...picker} />
    </Suspense>
  );
};
