import { v7 } from 'uuid';
import { type Context, newContext, type Resources, type Viewer } from '../kernel/context.js';

/** A request made by somebody at some moment: the services see that moment as the present. */
export const contextAt = (resources: Resources, at: Date, viewer: Viewer | null): Context =>
  newContext({ ...resources, now: () => at }, { viewer, userAgent: 'demo' });

/** An id as it would have been made at that moment, so that ids sort by time here as well. */
export const idAt = (at: Date): string => v7({ msecs: at.getTime() });
