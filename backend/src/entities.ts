import { SessionSchema } from './auth/session.entity.js';
import { ChecklistItemSchema } from './checklist/checklistItem.entity.js';
import { CommentSchema } from './comments/comment.entity.js';
import { MembershipSchema } from './projects/membership.entity.js';
import { ProjectSchema } from './projects/project.entity.js';
import { TaskSchema } from './tasks/task.entity.js';
import { UserSchema } from './users/user.entity.js';

/** Every entity of every room, for the ORM. */
export const entities = [
  UserSchema,
  SessionSchema,
  ProjectSchema,
  MembershipSchema,
  TaskSchema,
  ChecklistItemSchema,
  CommentSchema,
];
