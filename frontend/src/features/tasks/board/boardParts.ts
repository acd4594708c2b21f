// Loaded together, after the cards.
export { BoardTools } from './BoardTools';
export { DragLayer } from './DragLayer';
export { FirstProject } from './FirstProject';
export { NothingFits } from './NothingFits';
