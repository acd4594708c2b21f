import { type Context, requireViewer, type Viewer } from '../request/context.js';

/** The one access rule for requesting, reading and downloading an export. */
export const requireExporter = (ctx: Context): Viewer => requireViewer(ctx);
