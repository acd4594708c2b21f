// Loaded together, after the cards.
export { BoardSelection } from './BoardSelection';
export { BoardToolbar } from './BoardToolbar';
export { ColumnQuickAdd } from './ColumnQuickAdd';
export { CountOfLimit } from './CountOfLimit';
export { DragLayer } from './DragLayer';
export { FirstProject } from './FirstProject';
export { NoMatches } from './NoMatches';
