import { v7 } from 'uuid';
import type { Context, Services, Viewer } from '../kernel/context.js';
import { newId } from '../kernel/ids.js';

/** A request made by somebody at some moment: the services see that moment as the present. */
export function contextAt(services: Services, at: Date, viewer: Viewer | null): Context {
  return {
    services: { ...services, now: () => at },
    requestId: newId(),
    log: services.log,
    em: services.orm.em.fork(),
    viewer,
    userAgent: 'demo',
    idempotencyKey: undefined,
    loaders: new Map(),
  };
}

/** An id as it would have been made at that moment, so that ids sort by time here as well. */
export const idAt = (at: Date): string => v7({ msecs: at.getTime() });
