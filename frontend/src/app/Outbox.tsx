import { useEffect } from 'react';
import { OutboxStatus } from '../sync/outbox/OutboxStatus';
import { OUTBOX_PARTS } from './writes';

/** The outbox's place in the frame. */
export const Outbox = () => {
  useEffect(() => {
    // Without a connection, the first write could not load it.
    import('./outboxLink').catch(() => undefined);
  }, []);
  return <OutboxStatus parts={OUTBOX_PARTS} />;
};
