// Loaded together, when the first of them is opened.
export { OutboxDialog } from './OutboxDialog';
export { SignOutDialog } from './SignOutDialog';
