import type { CurrentUserFragment } from '../features/account/session/CurrentUser.generated';
import { CommentsDocument, type CommentFieldsFragment } from '../features/comments/Comments.generated';
import { NotificationsDocument } from '../features/notifications/Notifications.generated';
import { ProjectDocument } from '../features/projects/Project.generated';
import { ProjectsDocument } from '../features/projects/Projects.generated';
import { boardQuery } from '../features/tasks/board/boardQuery';
import { TaskChecklistDocument } from '../features/tasks/checklist/Checklist.generated';
import { itemFixture } from '../features/tasks/checklist/item.fixture';
import type { TaskFieldsFragment } from '../features/tasks/model/TaskFields.generated';
import { taskFixture } from '../features/tasks/model/task.fixture';
import { makeCache } from '../sync/client/client';
import type { WriteName } from '../texts/writes';

export const ME = {
  __typename: 'User',
  id: 'u',
  firstName: 'Mara',
  lastName: 'Stone',
  name: 'Mara Stone',
  username: 'mara',
  email: 'mara@tern.example',
  avatar: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  isAdmin: false,
} as const satisfies CurrentUserFragment;

const { id, firstName, lastName, name, username, avatar } = ME;
const AUTHOR = { __typename: 'User', id, firstName, lastName, name, username, avatar } as const;
const AT = '2026-11-01T00:00:00.000Z';

const comment = (fields: Partial<CommentFieldsFragment>): CommentFieldsFragment => ({
  __typename: 'Comment',
  id: 'c',
  taskId: 'b',
  projectId: 'p',
  authorId: 'u',
  text: 'Said',
  copiedFrom: null,
  importedFrom: null,
  version: 1,
  createdAt: AT,
  updatedAt: AT,
  viewerCanEdit: true,
  viewerCanDelete: true,
  author: AUTHOR,
  ...fields,
});

const item = (fields: object) => itemFixture({ taskId: 'b', text: 'Paint', ...fields });

const project = (fields: object) => ({
  __typename: 'Project',
  id: 'p',
  name: 'Venue',
  description: '',
  color: '#336699',
  key: 'P',
  version: 3,
  revision: 3,
  memberCount: 1,
  createdAt: AT,
  viewerRole: 'OWNER',
  viewerCanEdit: true,
  viewerCanDelete: true,
  viewerCanManageMembers: true,
  viewerCanLeave: false,
  viewerCanRemoveMembers: true,
  viewerCanArchive: true,
  archivedAt: null,
  isTemplate: false,
  isExample: false,
  ...fields,
});

const list = (typename: string, nodes: readonly object[]) => ({
  __typename: typename,
  totalCount: nodes.length,
  pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null },
  nodes,
});
const column = (...nodes: TaskFieldsFragment[]) => list('TaskConnection', nodes);

const a = taskFixture({ id: 'a', title: 'A', rank: 'a1' });
const b = taskFixture({ id: 'b', title: 'B', rank: 'a2', commentCount: 1, checklistTotal: 1 });

/** A cache that contains a project, its board of two tasks, a checklist item, a comment and an unread notification. */
export const filledCache = () => {
  const cache = makeCache();
  const projects = { projects: list('ProjectConnection', [project({})]) };
  cache.writeQuery({ query: ProjectsDocument, variables: {}, data: projects as never });
  cache.writeQuery({ query: ProjectDocument, variables: { id: 'p' }, data: { project: project({}) } as never });
  const columns = { todo: column(a, b), inProgress: column(), inReview: column(), done: column(), older: column() };
  cache.writeQuery({ ...boardQuery(), data: columns as never });
  cache.writeQuery({
    query: TaskChecklistDocument,
    variables: { taskId: 'b' },
    data: { task: { ...b, checklist: [item({})] } },
  });
  const commented = {
    ...b,
    comments: list('CommentConnection', [comment({})]),
    project: { ...b.project, members: list('ProjectMemberConnection', []) },
  };
  cache.writeQuery({ query: CommentsDocument, variables: { taskId: 'b' }, data: { task: commented } as never });
  const notification = {
    __typename: 'Notification',
    id: 'n',
    kind: 'COMMENTED',
    title: 'B',
    message: '',
    count: 1,
    read: false,
    createdAt: AT,
    group: { __typename: 'NotificationGroup', id: 'g', size: 2, unreadCount: 2, count: 2 },
    actor: null,
    task: null,
    project: null,
  };
  const inbox = { ...list('NotificationConnection', [notification]), unreadCount: 2 };
  cache.writeQuery({ query: NotificationsDocument, variables: {}, data: { notifications: inbox } as never });
  return cache;
};

const created = (fields: Partial<TaskFieldsFragment>) => taskFixture({ version: 1, rank: 'a5', ...fields });
const done = { revision: 4, revisions: [] };

/** For each write, an input and the server's answer to it. */
export const WRITES_AND_ANSWERS: Record<WriteName, { input: object; answer: object }> = {
  CreateTask: {
    input: { id: 't1', projectId: 'p', title: 'New', priority: 'LOW' },
    answer: { createTask: { ...done, task: created({ id: 't1', title: 'New' }) } },
  },
  CreateTasks: {
    input: {
      projectId: 'p',
      tasks: [
        { id: 't2', title: 'One', priority: 'LOW' },
        { id: 't3', title: 'Two', priority: 'LOW', status: 'DONE' },
      ],
    },
    answer: {
      createTasks: {
        ...done,
        tasks: [created({ id: 't2', title: 'One' }), created({ id: 't3', title: 'Two', status: 'DONE' })],
      },
    },
  },
  UpdateTask: {
    input: { id: 'a', version: 1, title: 'A2', tags: ['late'] },
    answer: { updateTask: { ...done, task: { ...a, version: 4, title: 'A2', tags: ['late'] } } },
  },
  MoveTask: {
    input: { id: 'a', status: 'TODO', afterId: 'b', beforeId: null },
    answer: { moveTask: { ...done, task: { ...a, version: 4, rank: 'a3' } } },
  },
  BulkUpdateTasks: {
    input: { ids: ['a', 'b'], delete: true },
    answer: { bulkUpdateTasks: { ...done, tasks: [], deletedIds: ['a', 'b'] } },
  },
  DeleteTask: { input: { id: 'a' }, answer: { deleteTask: { ...done, taskId: 'a' } } },
  AddChecklistItem: {
    input: { id: 'i1', taskId: 'b', text: 'Dry' },
    answer: { addChecklistItem: { ...done, checklistItem: item({ id: 'i1', text: 'Dry', rank: 'a1' }) } },
  },
  AddChecklistItems: {
    input: { taskId: 'b', items: [{ id: 'i2', text: 'Cut' }] },
    answer: { addChecklistItems: { ...done, checklistItems: [item({ id: 'i2', text: 'Cut', rank: 'a1' })] } },
  },
  UpdateChecklistItem: {
    input: { id: 'i', done: true },
    answer: { updateChecklistItem: { ...done, checklistItem: item({ done: true, version: 2 }) } },
  },
  MoveChecklistItem: {
    input: { id: 'i', afterId: null, beforeId: null },
    answer: { moveChecklistItem: { ...done, checklistItem: item({ rank: 'Zz', version: 2 }) } },
  },
  DeleteChecklistItem: {
    input: { id: 'i' },
    answer: { deleteChecklistItem: { ...done, checklistItemId: 'i', taskId: 'b' } },
  },
  AddComment: {
    input: { id: 'c1', taskId: 'b', text: 'More' },
    answer: { addComment: { ...done, comment: comment({ id: 'c1', text: 'More' }) } },
  },
  UpdateComment: {
    input: { id: 'c', version: 1, text: 'Better' },
    answer: { updateComment: { ...done, comment: comment({ text: 'Better', version: 2 }) } },
  },
  DeleteComment: { input: { id: 'c' }, answer: { deleteComment: { ...done, commentId: 'c', taskId: 'b' } } },
  MarkNotificationRead: {
    input: { id: 'n', group: true },
    answer: { markNotificationRead: { notification: { __typename: 'Notification', id: 'n' } } },
  },
  DeleteNotification: { input: { id: 'n' }, answer: { deleteNotification: { notificationId: 'n' } } },
  CreateProject: {
    input: { id: 'p1', name: 'Tern' },
    answer: { createProject: { ...done, project: project({ id: 'p1', name: 'Tern', version: 1, revision: 1 }) } },
  },
  UpdateProject: {
    input: { id: 'p', version: 3, name: 'Venue 2' },
    answer: { updateProject: { ...done, project: project({ name: 'Venue 2', version: 4, revision: 4 }) } },
  },
};
