import { accountDeletionRoutes } from './accountDeletion.routes.js';
import { apiTokenRoutes } from './apiToken.routes.js';
import { authRoutes } from './auth.routes.js';
import { avatarRoutes } from './avatar.routes.js';
import { checklistRoutes } from './checklist.routes.js';
import { commentRoutes } from './comment.routes.js';
import { dashboardRoutes } from './dashboard.routes.js';
import { exportRoutes } from './export.routes.js';
import { invitationRoutes } from './invitation.routes.js';
import { nodeRoutes } from './node.routes.js';
import { notificationRoutes } from './notification.routes.js';
import { pushRoutes } from './push.routes.js';
import { projectRoutes } from './project.routes.js';
import { sessionRoutes } from './session.routes.js';
import { taskRoutes } from './task.routes.js';
import { trashRoutes } from './trash.routes.js';
import { twoFactorRoutes } from './twoFactor.routes.js';
import { undoRoutes } from './undo.routes.js';
import { userRoutes } from './user.routes.js';
import { viewRoutes } from './view.routes.js';
import type { Route } from './route.js';

/** The REST interface: one row a call. No rule lives here; each row is one call of a service. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...avatarRoutes,
  ...twoFactorRoutes,
  ...sessionRoutes,
  ...exportRoutes,
  ...accountDeletionRoutes,
  ...apiTokenRoutes,
  ...userRoutes,
  ...projectRoutes,
  ...invitationRoutes,
  ...taskRoutes,
  ...checklistRoutes,
  ...commentRoutes,
  ...undoRoutes,
  ...trashRoutes,
  ...notificationRoutes,
  ...pushRoutes,
  ...viewRoutes,
  ...dashboardRoutes,
  ...nodeRoutes,
];
