export { AccountActionDialog } from './AccountActionDialog';
export { InviteDialog } from './InviteDialog';
