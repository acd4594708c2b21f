// Loaded together, when the first of them is opened.
export { QuickAddRow } from './QuickAddRow';
export { CreateTaskDialog } from './CreateTaskDialog';
