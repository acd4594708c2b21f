import type { Context } from '../request/context.js';
import type { Reader } from '../platform/database/requestScope.js';
import type { Hubs } from './hubs.js';

export interface LiveContext extends Context {
  live: {
    hubs: Hubs;
    /** Closes a socket that reads too slowly; its client reconnects and catches up. */
    onOverflow: () => void;
    /** The person for whom an event's fields are read. */
    reader: Reader | undefined;
  };
}
