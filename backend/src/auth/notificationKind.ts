import { registerEnumType } from 'type-graphql';
import { NotificationKind } from '../../contract/enums.js';

// Here, because preferences name kinds, too.
registerEnumType(NotificationKind, {
  name: 'NotificationKind',
  description: 'The kind of a notification.',
  valuesConfig: {
    MEMBER_ADDED: { description: 'You were added to a project, or someone joined one by your invitation.' },
    MEMBER_REMOVED: { description: 'You were removed from a project.' },
    TASK_ASSIGNED: { description: 'Tasks were assigned to you.' },
    TASK_UNASSIGNED: { description: 'You were unassigned from tasks.' },
    TASK_STATUS: { description: 'Tasks that you created, are assigned to or watch were moved to another column.' },
    COMMENT: { description: 'Someone commented on tasks that you created, are assigned to, commented on or watch.' },
    MENTION: { description: 'Someone mentioned you in a comment.' },
    DUE_SOON: { description: 'Your tasks are due within 24 hours.' },
    OVERDUE: { description: 'Your tasks are overdue.' },
    EXPORT_READY: { description: 'A download of your data is ready; see `exports`.' },
    NOTE: { description: 'A note that you wrote to yourself.' },
  },
});
