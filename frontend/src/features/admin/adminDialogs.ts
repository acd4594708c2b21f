export { ActDialog } from './ActDialog';
export { InviteDialog } from './InviteDialog';
