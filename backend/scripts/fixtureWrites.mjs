// One of each repeatable write, by REST and by GraphQL, each with its own key. Later releases have to return the same bytes
// for the same keys.
import { sendRecorded } from '../test/support/sendRecorded.ts';

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/**
 * Makes every write once by each transport.
 * @returns the requests in order; `by` is the sender's index in `people`
 */
export async function recordWrites(url, people) {
  const requests = [];
  for (const transport of ['rest', 'graphql']) await recordBy(transport, url, people, requests);
  return requests;
}

async function recordBy(transport, url, people, requests) {
  const [mara, jun, ada] = [0, 1, 2];
  const ids = people.map(({ id }) => id);
  let count = 0;

  /** Sends a write: `fields` is its whole input, `inPath` the fields that REST has in the path. */
  async function write(
    by,
    operation,
    [method, path],
    fields,
    inPath = [],
    select = 'revisions { projectId revision }',
    object,
  ) {
    count += 1;
    const key = `${transport}-${count}-${operation}`;
    const inBody = Object.fromEntries(Object.entries(fields).filter(([name]) => !inPath.includes(name)));
    const query = `mutation Recorded($input: ${capital(operation)}Input!) { ${operation}(input: $input) { ${select} } }`;
    const request =
      transport === 'rest'
        ? {
            by,
            operation,
            method,
            path: `/api${path}`,
            key,
            ...(Object.keys(inBody).length > 0 && { body: JSON.stringify(inBody) }),
          }
        : {
            by,
            operation,
            method: 'POST',
            path: '/graphql',
            body: JSON.stringify({ query, variables: { input: { ...fields, mutationId: key } } }),
          };
    requests.push(request);
    const { status, body } = await sendRecorded(url, people[by].token, request);
    if (status >= 300 || body?.errors) throw new Error(`${operation} answered ${status}: ${JSON.stringify(body)}`);
    if (transport === 'rest') return body?.data;
    return object === undefined ? body.data[operation] : body.data[operation][object];
  }
  const TASK = 'task { id version title description status priority dueDate tags assignee { id } } revision';
  const PROJECT = 'project { id version name description color } revision';
  const VIEW = 'view { id name layout groupBy orderBy }';
  const ITEM = 'checklistItem { id version text done } revision';
  const COMMENT = 'comment { id version text } revision';

  const project = await write(
    mara,
    'createProject',
    ['POST', '/projects'],
    { name: `Recorded by ${transport}`, description: 'Zürich', color: '#3B82F6' },
    [],
    PROJECT,
    'project',
  );
  const at = `/projects/${project.id}`;
  const other = await write(
    mara,
    'createProject',
    ['POST', '/projects'],
    { name: 'Next door' },
    [],
    PROJECT,
    'project',
  );
  await write(
    mara,
    'updateProject',
    ['PUT', at],
    { id: project.id, name: `Renamed by ${transport}`, version: project.version },
    ['id'],
    PROJECT,
  );
  const member = { projectId: project.id, userId: ids[ada] };
  const members = ['POST', `${at}/members`];
  await write(mara, 'addProjectMember', members, { ...member, role: 'MEMBER' }, ['projectId']);
  await write(mara, 'addProjectMember', members, { ...member, userId: ids[jun] }, ['projectId']);
  await write(mara, 'updateProjectMember', ['PATCH', `${at}/members/${ids[ada]}`], { ...member, role: 'OWNER' }, [
    'projectId',
    'userId',
  ]);
  const invitation = await write(
    mara,
    'inviteMember',
    ['POST', `${at}/invitations`],
    { projectId: project.id, email: `guest-${transport}@tern.example`, role: 'MEMBER' },
    ['projectId'],
    'invitation { id email role }',
    'invitation',
  );
  const invited = { projectId: project.id, invitationId: invitation.id };
  const invitedPath = `${at}/invitations/${invitation.id}`;
  const inInvitation = ['projectId', 'invitationId'];
  await write(mara, 'revokeInvitation', ['DELETE', invitedPath], invited, inInvitation, 'invitationId revision');

  const newTask = (fields) => write(mara, 'createTask', ['POST', '/tasks'], fields, [], TASK, 'task');
  const task = await newTask({ projectId: project.id, title: 'Paint the hull', priority: 'HIGH' });
  const full = await newTask({
    projectId: project.id,
    title: 'Ask the press “again”',
    description: 'First line\nsecond',
    priority: 'URGENT',
    status: 'IN_REVIEW',
    dueDate: '2026-12-24T17:00:00.000Z',
    tags: ['press', 'launch'],
    assigneeId: ids[jun],
  });
  const made = await write(
    jun,
    'createTasks',
    ['POST', '/tasks/bulk'],
    {
      projectId: project.id,
      tasks: [
        { title: 'One of two', priority: 'LOW', comments: [{ text: 'Imported' }] },
        { title: 'Two of two', priority: 'MEDIUM', tags: ['import'], dueDate: '2026-12-01T09:00:00.000Z' },
      ],
    },
    [],
    'tasks { id title } revision',
    'tasks',
  );
  const [first, second] = made.tasks ?? made;
  const taskPath = `/tasks/${task.id}`;
  const updated = await write(
    jun,
    'updateTask',
    ['PUT', taskPath],
    { id: task.id, title: 'Paint the whole hull', dueDate: null, tags: ['hull'], version: task.version },
    ['id'],
    TASK,
    'task',
  );
  await write(mara, 'updateTaskStatus', ['PATCH', `${taskPath}/status`], { id: task.id, status: 'DONE' }, ['id'], TASK);
  await write(mara, 'assignTask', ['PATCH', `${taskPath}/assign`], { id: task.id, assigneeId: ids[jun] }, ['id'], TASK);
  await write(
    mara,
    'moveTask',
    ['PATCH', `${taskPath}/move`],
    { id: task.id, status: 'TODO', beforeId: first.id },
    ['id'],
    TASK,
  );
  await write(mara, 'bulkUpdateTasks', ['PATCH', '/tasks/bulk'], {
    ids: [first.id, second.id],
    priority: 'URGENT',
    addTags: ['both'],
  });
  await write(
    mara,
    'moveTaskToProject',
    ['PATCH', `/tasks/${second.id}/project`],
    { id: second.id, projectId: other.id },
    ['id'],
    TASK,
  );

  const comments = `${taskPath}/comments`;
  const comment = await write(
    jun,
    'addComment',
    ['POST', comments],
    { taskId: task.id, text: 'What about the venue?' },
    ['taskId'],
    COMMENT,
    'comment',
  );
  await write(
    jun,
    'updateComment',
    ['PUT', `/comments/${comment.id}`],
    { id: comment.id, text: 'What about the venue, @mara?', version: comment.version },
    ['id'],
    COMMENT,
  );
  const taken = await write(
    jun,
    'addComment',
    ['POST', comments],
    { taskId: task.id, text: 'Too soon' },
    ['taskId'],
    COMMENT,
    'comment',
  );
  await write(jun, 'deleteComment', ['DELETE', `/comments/${taken.id}`], { id: taken.id }, ['id']);

  const list = `${taskPath}/checklist`;
  const onTask = { taskId: task.id };
  const item = await write(
    mara,
    'addChecklistItem',
    ['POST', list],
    { ...onTask, text: 'Sand it first' },
    ['taskId'],
    ITEM,
    'checklistItem',
  );
  const items = await write(
    mara,
    'addChecklistItems',
    ['POST', `${list}/bulk`],
    { ...onTask, items: [{ text: 'Buy paint' }, { text: 'Buy brushes' }] },
    ['taskId'],
    'checklistItems { id text done } revision',
    'checklistItems',
  );
  const itemList = items.checklistItems ?? items;
  const itemPath = `${list}/${item.id}`;
  const inItem = ['taskId', 'id'];
  await write(mara, 'updateChecklistItem', ['PATCH', itemPath], { ...onTask, id: item.id, done: true }, inItem, ITEM);
  const afterItem = { ...onTask, id: item.id, afterId: itemList[0].id };
  await write(mara, 'moveChecklistItem', ['POST', `${itemPath}/move`], afterItem, inItem, ITEM);
  const lastItem = { ...onTask, id: itemList[1].id };
  await write(mara, 'deleteChecklistItem', ['DELETE', `${list}/${itemList[1].id}`], lastItem, inItem);

  await write(mara, 'deleteTask', ['DELETE', `/tasks/${full.id}`], { id: full.id }, ['id']);
  await write(mara, 'restoreTask', ['POST', `/tasks/${full.id}/restore`], { id: full.id }, ['id'], TASK);
  const acts = [{ projectId: project.id, revision: updated.version }];
  await write(mara, 'undo', ['POST', '/undo'], { acts }, [], 'revisions { projectId revision }');
  const spare = await newTask({ projectId: other.id, title: 'To be purged', priority: 'LOW' });
  await write(mara, 'deleteTask', ['DELETE', `/tasks/${spare.id}`], { id: spare.id }, ['id']);
  await write(mara, 'purge', ['DELETE', `/trash/${spare.id}`], { id: spare.id }, ['id']);

  const view = await write(
    mara,
    'saveView',
    ['POST', '/views'],
    { name: `Urgent, ${transport}`, filter: { priorities: ['URGENT'] }, layout: 'LIST', groupBy: 'STATUS' },
    [],
    VIEW,
    'view',
  );
  const viewPath = `/views/${view.id}`;
  await write(mara, 'updateView', ['PATCH', viewPath], { id: view.id, orderBy: 'DUE_ASC' }, ['id'], VIEW);
  const spareView = await write(mara, 'saveView', ['POST', '/views'], { name: `Gone, ${transport}` }, [], VIEW, 'view');
  await write(mara, 'deleteView', ['DELETE', `/views/${spareView.id}`], { id: spareView.id }, ['id'], 'viewId');

  const NOTE = 'notification { id title message }';
  const note = await write(
    mara,
    'createNotification',
    ['POST', '/notifications'],
    { title: 'Remember', message: 'The paint' },
    [],
    NOTE,
    'notification',
  );
  await write(mara, 'markNotificationRead', ['PATCH', `/notifications/${note.id}/read`], { id: note.id }, ['id'], NOTE);
  await write(mara, 'updatePreferences', ['PUT', '/auth/preferences'], { theme: 'DARK' }, [], 'preferences { theme }');
  await write(mara, 'updateProfile', ['PUT', '/auth/profile'], { lastName: 'Okafor-Lund' }, [], 'user { id lastName }');

  await write(mara, 'archiveProject', ['POST', `/projects/${other.id}/archive`], { id: other.id }, ['id'], PROJECT);
  await write(mara, 'unarchiveProject', ['POST', `/projects/${other.id}/unarchive`], { id: other.id }, ['id'], PROJECT);
  await write(mara, 'deleteProject', ['DELETE', `/projects/${other.id}`], { id: other.id }, ['id']);
  await write(mara, 'restoreProject', ['POST', `/projects/${other.id}/restore`], { id: other.id }, ['id'], PROJECT);
  await write(mara, 'removeProjectMember', ['DELETE', `${at}/members/${ids[ada]}`], member, ['projectId', 'userId']);
}
