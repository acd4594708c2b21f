// The pickers: a value for one field of one task or of several.
import { lazyDialog } from '../../../ui/lazyComponent';
import type { PickerProps } from './PickerPopover';

/** What of a task can be picked from a list. */
export type PickerField = 'status' | 'priority' | 'assignee' | 'dueDate' | 'tags' | 'project';

// Base UI is loaded with the first picker.
const load = () => import('./pickers');
const PICKERS = {
  status: lazyDialog(load, 'StatusPicker'),
  priority: lazyDialog(load, 'PriorityPicker'),
  assignee: lazyDialog(load, 'AssigneePicker'),
  dueDate: lazyDialog(load, 'DuePicker'),
  tags: lazyDialog(load, 'TagsPicker'),
  project: lazyDialog(load, 'ProjectPicker'),
} as const;

/** Loads the pickers before one is wanted, so that what is typed right after its key goes into it. */
export const preloadPickers = (): void => {
  for (const { load } of Object.values(PICKERS)) void load();
};

/** The picker for a field of one task or of several, loaded when it is wanted. Mount it while it is open. */
export const TaskPicker = ({ field, ...picker }: PickerProps & { field: PickerField }) => {
  const Picker = PICKERS[field];
  return <Picker {...picker} />;
};
