import type { Context } from '../kernel/context.js';
import type { Reader } from '../kernel/requestScope.js';
import type { Hub } from './hub.js';
import type { InboxHub } from './inboxHub.js';

/** The context of a subscription: one request that lasts. */
export interface LiveContext extends Context {
  live: {
    hub: Hub;
    inboxes: InboxHub;
    /** The socket does not read as fast as events come: close it; its client comes back and catches up. */
    onOverflow: () => void;
    /** For whom the fields of an event are read. */
    reader: Reader | undefined;
  };
}
