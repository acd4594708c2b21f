import {
  changePasswordSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  updatePreferencesSchema,
  updateProfileSchema,
} from '../../contract/auth.js';
import { addCommentSchema, updateCommentSchema } from '../../contract/comments.js';
import { TASK_ORDERS, type TaskOrder } from '../../contract/enums.js';
import { createNotificationSchema } from '../../contract/notifications.js';
import { addMemberSchema, createProjectSchema, updateProjectSchema } from '../../contract/projects.js';
import {
  assignTaskSchema,
  bulkUpdateTasksSchema,
  createTaskSchema,
  moveTaskSchema,
  updateTaskSchema,
  updateTaskStatusSchema,
} from '../../contract/tasks.js';
import { login, logout, me, register } from '../auth/auth.service.js';
import { forgotPassword, resetPassword } from '../auth/passwordReset.service.js';
import { changePassword, updatePreferences, updateProfile } from '../auth/profile.service.js';
import { presentWholeTask } from '../tasks/task.presenter.js';
import { presentComment } from '../comments/comment.presenter.js';
import { addComment, deleteComment, listComments, updateComment } from '../comments/comment.service.js';
import { dashboardStats } from '../dashboard/dashboard.service.js';
import type { Context } from '../kernel/context.js';
import { invalid } from '../kernel/errors.js';
import { presentHistory } from '../live/history.presenter.js';
import { projectActivity, taskHistory } from '../live/history.service.js';
import { presentNotification } from '../notifications/notification.presenter.js';
import {
  clearNotifications,
  createNotification,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  unreadCount,
} from '../notifications/notification.service.js';
import { addMember, listMembers, removeMember } from '../projects/member.service.js';
import { presentMember, presentProject } from '../projects/project.presenter.js';
import { createProject, deleteProject, getProject, listProjects, updateProject } from '../projects/project.service.js';
import { bulkUpdateTasks } from '../tasks/bulk.service.js';
import {
  assignTask,
  createTask,
  deleteTask,
  getTask,
  listTasks,
  moveTask,
  updateTask,
  updateTaskStatus,
} from '../tasks/task.service.js';
import { presentUser } from '../users/user.presenter.js';
import type { UserRow } from '../users/user.reads.js';
import {
  BULK_ANSWER,
  INBOX_ANSWER,
  listOf,
  objectOf,
  SIGNED_IN_ANSWER,
  TOLD_ANSWER,
  UNREAD_ANSWER,
  USER_ANSWER,
} from './answers.js';
import { NOTIFICATION_QUERY, TASK_QUERY } from './queryParameters.js';
import { answerPage, flag, list, one, paging, type RestRequest, type Route } from './route.js';

const shown = (ctx: Context, user: UserRow) => presentUser(user, ctx.viewer?.userId);

/** The filter of a list of tasks, by the names GraphQL uses; `status` is one value, `statuses` a comma list. */
function taskFilter({ query }: RestRequest) {
  const status = one(query, 'status');
  return {
    projectId: one(query, 'projectId'),
    statuses: status === undefined ? list(query, 'statuses') : [status],
    priorities: list(query, 'priorities'),
    assigneeId: one(query, 'assigneeId'),
    involving: one(query, 'involving'),
    search: one(query, 'search'),
    tag: one(query, 'tag'),
    overdue: flag(query, 'overdue'),
    dueFrom: one(query, 'dueFrom'),
    dueTo: one(query, 'dueTo'),
  };
}

function taskOrder({ query }: RestRequest): TaskOrder | undefined {
  const name = one(query, 'orderBy');
  const known = TASK_ORDERS.find((order) => order === name);
  if (name !== undefined && !known) throw invalid({ orderBy: [`orderBy must be one of ${TASK_ORDERS.join(', ')}`] });
  return known;
}

/** The REST interface: one row a call. No rule lives here; each row is one call of a service. */
export const routes: readonly Route[] = [
  {
    method: 'post',
    path: '/auth/register',
    twin: 'register',
    public: true,
    status: 201,
    summary: 'Make an account and sign in',
    body: registerSchema,
    answer: SIGNED_IN_ANSWER,
    refuses: ['RATE_LIMITED'],
    run: async (ctx, { body }) => {
      const { user, tokens } = await register(ctx, body);
      return { data: { user: shown(ctx, user), tokens } };
    },
  },
  {
    method: 'post',
    path: '/auth/login',
    twin: 'login',
    public: true,
    summary: 'Sign in',
    body: loginSchema,
    answer: SIGNED_IN_ANSWER,
    refuses: ['UNAUTHENTICATED', 'RATE_LIMITED'],
    run: async (ctx, { body }) => {
      const { user, tokens } = await login(ctx, body);
      return { data: { user: shown(ctx, user), tokens } };
    },
  },
  {
    method: 'get',
    path: '/auth/me',
    twin: 'me',
    summary: 'The signed-in person',
    answer: USER_ANSWER,
    run: async (ctx) => ({ data: { user: shown(ctx, await me(ctx)) } }),
  },
  {
    method: 'post',
    path: '/auth/logout',
    twin: 'logout',
    status: 204,
    summary: 'End this session',
    run: async (ctx) => {
      await logout(ctx);
      return {};
    },
  },
  {
    method: 'post',
    path: '/auth/forgot-password',
    twin: 'forgotPassword',
    public: true,
    summary: 'Mail a link to choose a new password',
    body: forgotPasswordSchema,
    answer: TOLD_ANSWER,
    refuses: ['RATE_LIMITED'],
    run: async (ctx, { body }) => ({ data: await forgotPassword(ctx, body) }),
  },
  {
    method: 'post',
    path: '/auth/reset-password',
    twin: 'resetPassword',
    public: true,
    summary: 'Set a new password by the token of a mail',
    body: resetPasswordSchema,
    answer: TOLD_ANSWER,
    refuses: ['RATE_LIMITED'],
    run: async (ctx, { body }) => ({ data: await resetPassword(ctx, body) }),
  },
  {
    method: 'put',
    path: '/auth/profile',
    twin: 'updateProfile',
    summary: 'Change your profile',
    body: updateProfileSchema,
    answer: USER_ANSWER,
    run: async (ctx, { body }) => ({ data: { user: shown(ctx, await updateProfile(ctx, body)) } }),
  },
  {
    method: 'put',
    path: '/auth/change-password',
    twin: 'changePassword',
    summary: 'Replace your password and end your other sessions',
    body: changePasswordSchema,
    answer: USER_ANSWER,
    run: async (ctx, { body }) => ({ data: { user: shown(ctx, await changePassword(ctx, body)) } }),
  },
  {
    method: 'put',
    path: '/auth/preferences',
    twin: 'updatePreferences',
    summary: 'Change your preferences',
    body: updatePreferencesSchema,
    answer: objectOf('Preferences'),
    run: async (ctx, { body }) => ({ data: await updatePreferences(ctx, body) }),
  },
  {
    method: 'get',
    path: '/projects',
    twin: 'projects',
    summary: 'Your projects, oldest first',
    paged: true,
    answer: listOf('Project'),
    run: async (ctx, { query }) =>
      answerPage(await listProjects(ctx, paging(query)), (row) => presentProject(ctx, row)),
  },
  {
    method: 'post',
    path: '/projects',
    twin: 'createProject',
    status: 201,
    summary: 'Make a project',
    body: createProjectSchema,
    answer: objectOf('Project'),
    refuses: ['RATE_LIMITED'],
    run: async (ctx, { body }) => ({ data: await presentProject(ctx, (await createProject(ctx, body)).project) }),
  },
  {
    method: 'get',
    path: '/projects/:id',
    twin: 'project',
    summary: 'One of your projects',
    answer: objectOf('Project'),
    run: async (ctx, { params }) => ({ data: await presentProject(ctx, await getProject(ctx, params['id'])) }),
  },
  {
    method: 'put',
    path: '/projects/:id',
    twin: 'updateProject',
    summary: 'Change name, description or colour',
    body: updateProjectSchema,
    answer: objectOf('Project'),
    run: async (ctx, { params, body }) => ({
      data: await presentProject(ctx, (await updateProject(ctx, params['id'], body)).project),
    }),
  },
  {
    method: 'delete',
    path: '/projects/:id',
    twin: 'deleteProject',
    status: 204,
    summary: 'Delete a project with all its tasks',
    refuses: ['FORBIDDEN'],
    run: async (ctx, { params }) => {
      await deleteProject(ctx, params['id']);
      return {};
    },
  },
  {
    method: 'get',
    path: '/projects/:id/members',
    twin: 'project',
    summary: 'The members of a project',
    operationId: 'projectMembers',
    paged: true,
    answer: listOf('ProjectMember'),
    run: async (ctx, { params, query }) =>
      answerPage(await listMembers(ctx, params['id'], paging(query)), (row) => presentMember(ctx, row)),
  },
  {
    method: 'post',
    path: '/projects/:id/members',
    twin: 'addProjectMember',
    status: 201,
    summary: 'Add a member',
    body: addMemberSchema,
    answer: objectOf('ProjectMember'),
    refuses: ['FORBIDDEN'],
    run: async (ctx, { params, body }) => ({
      data: await presentMember(ctx, (await addMember(ctx, params['id'], body)).member),
    }),
  },
  {
    method: 'delete',
    path: '/projects/:id/members/:userId',
    twin: 'removeProjectMember',
    status: 204,
    summary: 'Remove a member, or leave',
    refuses: ['FORBIDDEN'],
    run: async (ctx, { params }) => {
      await removeMember(ctx, params['id'], params['userId']);
      return {};
    },
  },
  {
    method: 'get',
    path: '/tasks',
    twin: 'tasks',
    summary: 'The tasks of your projects',
    query: TASK_QUERY,
    paged: true,
    answer: listOf('Task'),
    run: async (ctx, request) =>
      answerPage(
        await listTasks(ctx, { ...paging(request.query), filter: taskFilter(request), orderBy: taskOrder(request) }),
        (row) => presentWholeTask(ctx, row),
      ),
  },
  {
    method: 'post',
    path: '/tasks',
    twin: 'createTask',
    status: 201,
    summary: 'Make a task',
    body: createTaskSchema,
    answer: objectOf('Task'),
    refuses: ['NOT_FOUND', 'RATE_LIMITED'],
    run: async (ctx, { body }) => ({ data: await presentWholeTask(ctx, (await createTask(ctx, body)).task) }),
  },
  {
    method: 'patch',
    path: '/tasks/bulk',
    twin: 'bulkUpdateTasks',
    summary: 'Change or delete up to 200 tasks as one act',
    body: bulkUpdateTasksSchema,
    answer: BULK_ANSWER,
    refuses: ['NOT_FOUND'],
    run: async (ctx, { body }) => {
      const { tasks, deletedIds, revisions } = await bulkUpdateTasks(ctx, body);
      return {
        data: {
          tasks: await Promise.all(tasks.map((row) => presentWholeTask(ctx, row))),
          deletedIds,
          revisions,
        },
      };
    },
  },
  {
    method: 'get',
    path: '/tasks/:id',
    twin: 'task',
    summary: 'One of your tasks',
    answer: objectOf('Task'),
    run: async (ctx, { params }) => ({ data: await presentWholeTask(ctx, await getTask(ctx, params['id'])) }),
  },
  {
    method: 'put',
    path: '/tasks/:id',
    twin: 'updateTask',
    summary: 'Change fields of a task',
    body: updateTaskSchema,
    answer: objectOf('Task'),
    run: async (ctx, { params, body }) => ({
      data: await presentWholeTask(ctx, (await updateTask(ctx, params['id'], body)).task),
    }),
  },
  {
    method: 'delete',
    path: '/tasks/:id',
    twin: 'deleteTask',
    status: 204,
    summary: 'Delete a task',
    run: async (ctx, { params }) => {
      await deleteTask(ctx, params['id']);
      return {};
    },
  },
  {
    method: 'patch',
    path: '/tasks/:id/assign',
    twin: 'assignTask',
    summary: 'Give a task to a member, or to nobody',
    body: assignTaskSchema,
    answer: objectOf('Task'),
    run: async (ctx, { params, body }) => ({
      data: await presentWholeTask(ctx, (await assignTask(ctx, params['id'], body)).task),
    }),
  },
  {
    method: 'patch',
    path: '/tasks/:id/status',
    twin: 'updateTaskStatus',
    summary: 'Put a task into another column',
    body: updateTaskStatusSchema,
    answer: objectOf('Task'),
    run: async (ctx, { params, body }) => ({
      data: await presentWholeTask(ctx, (await updateTaskStatus(ctx, params['id'], body)).task),
    }),
  },
  {
    method: 'patch',
    path: '/tasks/:id/move',
    twin: 'moveTask',
    summary: 'Drop a task into a column at a place',
    body: moveTaskSchema,
    answer: objectOf('Task'),
    run: async (ctx, { params, body }) => ({
      data: await presentWholeTask(ctx, (await moveTask(ctx, params['id'], body)).task),
    }),
  },
  {
    method: 'get',
    path: '/notifications',
    twin: 'notifications',
    summary: 'Your notifications, newest first, and how many are unread',
    query: NOTIFICATION_QUERY,
    paged: true,
    answer: INBOX_ANSWER,
    run: async (ctx, { query }) => {
      const unreadOnly = flag(query, 'unreadOnly') === true;
      const page = await answerPage(await listNotifications(ctx, unreadOnly, paging(query)), presentNotification);
      return { ...page, data: { notifications: page.data, unreadCount: await unreadCount(ctx) } };
    },
  },
  {
    method: 'post',
    path: '/notifications',
    twin: 'createNotification',
    status: 201,
    summary: 'Write a note to yourself',
    body: createNotificationSchema,
    answer: objectOf('Notification'),
    refuses: ['RATE_LIMITED'],
    run: async (ctx, { body }) => ({ data: presentNotification((await createNotification(ctx, body)).notification) }),
  },
  {
    method: 'patch',
    path: '/notifications/read-all',
    twin: 'markAllNotificationsRead',
    summary: 'Mark all as read',
    answer: UNREAD_ANSWER,
    run: async (ctx) => ({ data: await markAllNotificationsRead(ctx) }),
  },
  {
    method: 'patch',
    path: '/notifications/:id/read',
    twin: 'markNotificationRead',
    summary: 'Mark one as read',
    answer: objectOf('Notification'),
    run: async (ctx, { params }) => ({
      data: presentNotification((await markNotificationRead(ctx, params['id'])).notification),
    }),
  },
  {
    method: 'delete',
    path: '/notifications',
    twin: 'clearNotifications',
    status: 204,
    summary: 'Delete all',
    run: async (ctx) => {
      await clearNotifications(ctx);
      return {};
    },
  },
  {
    method: 'delete',
    path: '/notifications/:id',
    twin: 'deleteNotification',
    status: 204,
    summary: 'Delete one',
    run: async (ctx, { params }) => {
      await deleteNotification(ctx, params['id']);
      return {};
    },
  },
  {
    method: 'get',
    path: '/tasks/:id/comments',
    twin: 'task',
    summary: 'The comments on a task, oldest first',
    operationId: 'taskComments',
    paged: true,
    answer: listOf('Comment'),
    run: async (ctx, { params, query }) =>
      answerPage(await listComments(ctx, params['id'], paging(query)), presentComment),
  },
  {
    method: 'post',
    path: '/tasks/:id/comments',
    twin: 'addComment',
    status: 201,
    summary: 'Comment on a task',
    body: addCommentSchema,
    answer: objectOf('Comment'),
    refuses: ['RATE_LIMITED'],
    run: async (ctx, { params, body }) => ({
      data: presentComment((await addComment(ctx, params['id'], body)).comment),
    }),
  },
  {
    method: 'put',
    path: '/comments/:id',
    twin: 'updateComment',
    summary: 'Change your own comment',
    body: updateCommentSchema,
    answer: objectOf('Comment'),
    refuses: ['FORBIDDEN'],
    run: async (ctx, { params, body }) => ({
      data: presentComment((await updateComment(ctx, params['id'], body)).comment),
    }),
  },
  {
    method: 'delete',
    path: '/comments/:id',
    twin: 'deleteComment',
    status: 204,
    summary: 'Delete a comment',
    refuses: ['FORBIDDEN'],
    run: async (ctx, { params }) => {
      await deleteComment(ctx, params['id']);
      return {};
    },
  },
  {
    method: 'get',
    path: '/tasks/:id/history',
    twin: 'task',
    summary: 'What happened to a task, newest first',
    operationId: 'taskHistory',
    paged: true,
    answer: listOf('HistoryEntry'),
    run: async (ctx, { params, query }) =>
      answerPage(await taskHistory(ctx, params['id'], paging(query)), (row) => presentHistory(ctx, row)),
  },
  {
    method: 'get',
    path: '/projects/:id/activity',
    twin: 'project',
    summary: 'What happened in a project, newest first',
    operationId: 'projectActivity',
    paged: true,
    answer: listOf('HistoryEntry'),
    run: async (ctx, { params, query }) =>
      answerPage(await projectActivity(ctx, params['id'], paging(query)), (row) => presentHistory(ctx, row)),
  },
  {
    method: 'get',
    path: '/dashboard/stats',
    twin: 'dashboardStats',
    summary: 'The figures of the dashboard',
    answer: objectOf('DashboardStats'),
    run: async (ctx) => ({ data: await dashboardStats(ctx) }),
  },
];
