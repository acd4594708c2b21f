import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { CREDENTIALS, restClient } from './seed.mjs';
import { analytics, people } from './volumeOperations.mjs';

const TASK = 'id title status rank version';

const queries = (project, task) => [
  ['me', '{ me { id email } }'],
  ['userLookup', `{ userLookup(emailOrUsername: "${CREDENTIALS.email}") { id } }`],
  ['projects', '{ projects { nodes { id name memberCount } totalCount } }'],
  ['project with members', `{ project(id: "${project}") { name members { nodes { role user { firstName } } } } }`],
  ['task', `{ task(id: "${task}") { ${TASK} } }`],
  ['tasks, a page of 50', `{ tasks(first: 50) { nodes { ${TASK} } } }`],
  [
    'tasks, with project, creator, assignee',
    `{ tasks(first: 50) { nodes { ${TASK} project { name } creator { firstName } assignee { firstName } } } }`,
  ],
  ['notifications', '{ notifications(first: 50) { nodes { id title task { title } } unreadCount } }'],
  ['notifications, grouped', '{ notifications(first: 30, grouped: true) { nodes { id count } unreadCount } }'],
  ['taskGroups', '{ taskGroups(filter: {}, groupBy: ASSIGNEE) { key count assignee { id } } }'],
  ['views', '{ views { id name } }'],
  ['sinceLastVisit', '{ sinceLastVisit { count latest { id actor { id } } } }'],
  ['activity', '{ activity(first: 50) { nodes { id actor { id } } } }'],
  ['people', people],
  ['analytics', analytics(30)],
  ['analytics, asked again', analytics(30, ', assigneeId: "me"')],
  ['dashboardStats', '{ dashboardStats { totalTasks inProgressTasks completedTasks overdueTasks } }'],
];

/** Each mutation once, on a new project and task; signing out comes last. */
function mutations(guestId, noteId, resetToken) {
  const [project, task, comment] = [randomUUID(), randomUUID(), randomUUID()];
  const member = { projectId: project, userId: guestId };
  const write = (field, input, selection = 'revision') => [
    field,
    `mutation ($input: ${field[0].toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) { ${selection} } }`,
    { input },
  ];
  const account = { ...CREDENTIALS, username: 'newcomer', email: 'newcomer@tern.example' };
  return [
    write('register', account, 'user { id }'),
    write('login', { email: CREDENTIALS.email, password: CREDENTIALS.password }, 'tokens { accessToken }'),
    write('createProject', { id: project, name: 'Bench' }),
    write('updateProject', { id: project, name: 'Bench again' }),
    write('addProjectMember', { ...member, role: 'MEMBER' }),
    write('updateProjectMember', { ...member, role: 'OWNER' }),
    write('createTask', { id: task, projectId: project, title: 'One', priority: 'LOW' }),
    write('updateTask', { id: task, title: 'Two' }),
    write('updateTaskStatus', { id: task, status: 'DONE' }),
    write('assignTask', { id: task, assigneeId: guestId }),
    write('moveTask', { id: task, status: 'TODO' }),
    write('addComment', { id: comment, taskId: task, text: 'Shall we?' }),
    write('updateComment', { id: comment, text: 'Shall we not?' }),
    write('deleteComment', { id: comment }),
    write('bulkUpdateTasks', { ids: [task], priority: 'HIGH' }, '__typename'),
    write('removeProjectMember', member),
    write('deleteTask', { id: task }),
    write('deleteProject', { id: project }),
    write('createNotification', { title: 'Call the venue' }, '__typename'),
    write('markNotificationRead', { id: noteId }, '__typename'),
    write('deleteNotification', { id: noteId }, '__typename'),
    write('markAllNotificationsRead', {}, '__typename'),
    write('clearNotifications', {}, '__typename'),
    write('updateProfile', { lastName: 'Stone' }, '__typename'),
    write('updatePreferences', { theme: 'DARK' }, '__typename'),
    write('changePassword', { currentPassword: CREDENTIALS.password, newPassword: 'Basalt8stones' }, '__typename'),
    write('forgotPassword', { email: CREDENTIALS.email }, '__typename'),
    write('resetPassword', { token: resetToken, password: CREDENTIALS.password }, '__typename'),
    write('logout', {}, 'sessionId'),
  ];
}

const rootFields = (schema) =>
  [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.keys(type.getFields()));

const asks = (query, field) => new RegExp(`\\{ ${field}\\b`).test(query);

/** The token of a mailed link. */
async function newResetToken(orm, userId) {
  const token = randomUUID();
  const hash = createHash('sha256').update(token).digest('base64url');
  await orm.em.getConnection().execute(
    `insert into password_reset (id, user_id, token_hash, created_at, expires_at)
     values (?, ?, ?, now(), now() + interval '1 hour')`,
    [randomUUID(), userId, hash],
  );
  return token;
}

/** Counts the statements of a request, without the server's background reads. */
function record(pool, requestScope, count) {
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    client.query = (...args) => {
      if (requestScope.getStore()) count();
      return query(...args);
    };
  });
}

/**
 * Counts the SQL statements of each GraphQL operation, including the check of the session, BEGIN, COMMIT and the wake-up of
 * readers, and lists root fields that are missing here. Runs the app in this process to observe its pool.
 */
export async function countStatements(load, databaseUrl, secret, { projects, tasks }) {
  const [{ createResources }, { createApp }, { readEnv }, { createLogger }, { requestScope }, { createSchema }] =
    await Promise.all(
      [
        'resources',
        'app',
        'env',
        'platform/telemetry/logger',
        'platform/database/requestScope',
        'api/graphql/schema',
      ].map((name) => load(name)),
    );
  let sent = 0;
  const env = readEnv({ JWT_SECRET: secret, SECRET_KEY: secret, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' });
  const resources = await createResources({
    env,
    log: createLogger('silent'),
    databaseUrl,
    onPool: (pool) => record(pool, requestScope, () => (sent += 1)),
  });
  const app = await createApp(resources);
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
  const url = `http://127.0.0.1:${app.server.address().port}`;
  try {
    const register = (account) => restClient(url)('POST', '/auth/register', account);
    const guest = await register({ ...CREDENTIALS, username: 'guest', email: 'guest@tern.example' });
    const { tokens } = await restClient(url)('POST', '/auth/login', CREDENTIALS);
    const resetToken = await newResetToken(resources.orm, guest.user.id);
    const headers = { authorization: `Bearer ${tokens.accessToken}`, 'content-type': 'application/json' };
    const note = await restClient(url, tokens.accessToken)('POST', '/notifications', { title: 'Book the band' });
    const all = [...queries(projects[0].id, tasks[0].id), ...mutations(guest.user.id, note.id, resetToken)];
    const counts = [];
    for (const [name, query, variables] of all) {
      sent = 0;
      const body = JSON.stringify({ query, variables });
      const answer = await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json();
      if (answer.errors) throw new Error(`${name}: ${JSON.stringify(answer.errors)}`);
      await resources.wakeUps.settle();
      counts.push({ name, statements: sent });
    }
    return {
      counts,
      missing: rootFields(createSchema()).filter((field) => !all.some(([, query]) => asks(query, field))),
    };
  } finally {
    await app.close();
    app.server.closeAllConnections();
    await resources.close();
  }
}
