// Loaded together, when the first of them is opened.
export { SignOutQuestion } from './SignOutQuestion';
export { WaitingDialog } from './WaitingDialog';
