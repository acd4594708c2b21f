// Loaded together, when the first of them is opened.
export { CreateApiToken } from './CreateApiToken';
export { DeleteAccountDialog } from './DeleteAccountDialog';
