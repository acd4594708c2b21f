// Loaded together, when the first of them is opened.
export { CreateApiToken } from './CreateApiToken';
export { CreateCalendarFeed } from './CreateCalendarFeed';
export { DeleteAccountDialog } from './DeleteAccountDialog';
export { WebhookDeliveries } from './WebhookDeliveries';
export { WebhookDialog } from './WebhookDialog';
export { WebhookConfirmDialog } from './WebhookConfirmDialog';
