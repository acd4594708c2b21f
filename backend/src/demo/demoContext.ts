import { v7 } from 'uuid';
import { type Context, newContext, type Resources, type Viewer } from '../request/context.js';

/** Creates a context with `at` as the present. */
export const createContextAt = (resources: Resources, at: Date, viewer: Viewer | null): Context =>
  newContext({ ...resources, now: () => at }, { viewer, userAgent: 'demo' });

/** Returns an id as of that time, so that ids sort by time. */
export const createIdAt = (at: Date): string => v7({ msecs: at.getTime() });
