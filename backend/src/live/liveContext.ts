import type { Context } from '../kernel/context.js';
import type { Reader } from '../kernel/requestScope.js';
import type { Hubs } from './hubs.js';

/** The context of a subscription: one request that lasts. */
export interface LiveContext extends Context {
  live: {
    hubs: Hubs;
    /** The socket does not read as fast as events come: close it; its client comes back and catches up. */
    onOverflow: () => void;
    /** For whom the fields of an event are read. */
    reader: Reader | undefined;
  };
}
