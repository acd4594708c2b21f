import { useEffect } from 'react';
import { OutboxStatus } from '../sync/outbox/OutboxStatus';
import { OUTBOX_PARTS } from './writes';

export const Outbox = () => {
  useEffect(() => {
    // Loaded in advance, because without a connection the first write could not load it.
    import('./outboxLink').catch(() => undefined);
  }, []);
  return <OutboxStatus parts={OUTBOX_PARTS} />;
};
