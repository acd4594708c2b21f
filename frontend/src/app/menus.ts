// Loaded together, when the first of them is opened.
export { MoreMenu } from './MoreMenu';
export { UserMenu } from './UserMenu';
