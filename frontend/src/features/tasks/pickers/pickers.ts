// Loaded together, when the first of them is opened.
export { AssigneePicker } from './AssigneePicker';
export { PriorityPicker, StatusPicker } from './ChoicePickers';
export { DuePicker } from './DuePicker';
export { DuePopover } from './DuePopover';
export { ProjectPicker } from './ProjectPicker';
export { TagsPicker } from './TagsPicker';
