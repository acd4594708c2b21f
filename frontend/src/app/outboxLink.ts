import { makeOutboxLink } from '../sync/outbox/outboxLink';
import { OUTBOX_PARTS } from './writes';

export const outboxLink = makeOutboxLink(OUTBOX_PARTS);
