// The pickers, each of which sets one field of one or more tasks.
import { lazyDialog } from '../../../ui/lazyComponent';
import type { PickerProps } from './PickerPopover';

/** The fields of a task that have a picker. */
export type PickerField = 'status' | 'priority' | 'assignee' | 'dueDate' | 'tags' | 'project';

/** An open picker: its field, its tasks and its anchor. */
export interface OpenPicker extends Omit<PickerProps, 'onClose'> {
  field: PickerField;
}

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

/** Loads the pickers in advance, so that text typed right after the key goes into the picker. */
export const preloadPickers = (): void => {
  for (const { load } of Object.values(PICKERS)) void load();
};

/** The picker for a field of one or more tasks, loaded on demand. Mount it while it is open. */
export const TaskPicker = ({ field, ...picker }: OpenPicker & PickerProps) => {
  const Picker = PICKERS[field];
  return <Picker {...picker} />;
};
