import { type Context, requireViewer, type Viewer } from '../kernel/context.js';

/** Who may have their data made into a download, ask how it stands and fetch it: every call of it asks here. */
export const requireExporter = (ctx: Context): Viewer => requireViewer(ctx);
