// Loaded together, when the first of them is opened.
export { ColumnLine } from './ColumnLine';
export { CreateTaskDialog } from './CreateTaskDialog';
