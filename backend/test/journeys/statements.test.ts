import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { newPush } from '../support/pushService.js';
import { mutation } from '../support/selections.js';

const FIFTY = 50;

let server: TestServer;
let people: Person[];

beforeAll(async () => {
  server = await startServer();
  people = await Promise.all(['Mara', 'Ines', 'Jon'].map((name) => newPerson(server, name)));
  const [owner] = people;
  if (!owner) throw new Error('nobody came');
  const projects = [await newProject(owner), await newProject(owner), await newProject(owner)];
  for (const { id } of projects) for (const person of people.slice(1)) await addMember(owner, id, person);
  for (let n = 0; n < FIFTY; n += 1) {
    const by = people[n % 3] ?? owner;
    const task = await newTask(by, projects[n % 3].id, { assigneeId: people[(n >> 2) % 3]?.id ?? null });
    if (n % 5 === 0) await by.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Ready?' });
  }
});
afterAll(() => server.close());

async function statementsOf(ask: (owner: Person) => Promise<unknown>): Promise<string[]> {
  const [owner] = people;
  if (!owner) throw new Error('nobody came');
  const before = server.asked.length;
  await ask(owner);
  return server.asked.slice(before);
}

it('a page of 50 tasks with project, creator, assignee and comment count costs four statements, the session included', async () => {
  const sent = await statementsOf(async ({ client }) => {
    const { data } = await client.graphql(`{ tasks(first: 50) { nodes {
      id title commentCount project { name color } creator { name } assignee { name } } } }`);
    const nodes = data.tasks.nodes as { creator: object; project: object; commentCount: number }[];
    expect(nodes).toHaveLength(FIFTY);
    expect(new Set(nodes.map((node) => JSON.stringify([node.creator, node.project]))).size).toBe(3);
    expect(nodes.reduce((sum, { commentCount }) => sum + commentCount, 0)).toBe(10);
  });
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(4);
});

it('the same by REST, with ids for project and people, costs two', async () => {
  const sent = await statementsOf(async ({ client }) => {
    const rows = (await client.rest('get', '/tasks?limit=50')).body.data as Record<string, number>[];
    expect(rows).toHaveLength(FIFTY);
    expect(rows.reduce((sum, { commentCount = NaN }) => sum + commentCount, 0)).toBe(10);
    expect(rows.every(({ checklistTotal, checklistDone }) => checklistTotal === 0 && checklistDone === 0)).toBe(true);
  });
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(2);
});

it('counts of lists read no rows', async () => {
  const sent = await statementsOf(async ({ client }) => {
    const { data } = await client.graphql(`{
      all: tasks(first: 1) { totalCount __typename } todo: tasks(filter: { statuses: [TODO] }, first: 1) { totalCount } }`);
    expect([data.all.totalCount, data.todo.totalCount]).toEqual([FIFTY, FIFTY]);
  });
  const [session, ...counts] = sent;
  expect(session).toContain('from session');
  expect(counts).toHaveLength(2);
  for (const text of counts) expect(text).toMatch(/^select count/);
});

it('a list that is read to its end is not counted', async () => {
  const sent = await statementsOf(async ({ client }) => {
    const { data } = await client.graphql(`{ projects(first: 50) { totalCount nodes { id } } }`);
    expect(data.projects.totalCount).toBe(3);
  });
  expect(sent.filter((text) => text.includes('count(*)'))).toEqual([]);
});

it('ids of the expected type are looked for once', async () => {
  const sent = await statementsOf(async ({ client }) => {
    const list = await client.graphql('{ projects { nodes { id } } }');
    const ids = list.data.projects.nodes.map(({ id }: { id: string }) => id);
    const before = server.asked.length;
    const { data } = await client.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Project { name } } }', {
      ids,
    });
    expect(data.nodes).toHaveLength(3);
    expect(server.asked.length - before).toBe(2);
    // others are still found
    const [task] = (await client.graphql('{ tasks(first: 1) { nodes { id } } }')).data.tasks.nodes;
    const node = await client.graphql(`{ node(id: "${task.id}") { id __typename ... on Project { name } } }`);
    expect(node.data.node).toEqual({ id: task.id, __typename: 'Task' });
  });
  expect(sent.length).toBeGreaterThan(0);
});

it('comments and history of 50 tasks, with their counts and people, cost as many statements as of seven', async () => {
  const nested = `comments(first: 3) { totalCount nodes { text author { name } } }
    history(first: 3) { totalCount nodes { action actor { name } } }`;
  const ask = (first: number) =>
    statementsOf(async ({ client }) => {
      const { data } = await client.graphql(
        `{ tasks(first: ${first}) { nodes { ${nested} project { members(first: 2) { totalCount nodes { role } } } } } }`,
      );
      const nodes = data.tasks.nodes as Record<'comments' | 'history', { totalCount: number; nodes: object[] }>[];
      expect(nodes).toHaveLength(first);
      for (const { comments, history } of nodes) {
        expect(history.nodes).toHaveLength(1);
        expect(comments.nodes).toHaveLength(comments.totalCount);
      }
      expect(nodes.filter(({ comments }) => comments.totalCount === 1)).toHaveLength(Math.floor(first / 5));
    });
  const [many, few] = [await ask(FIFTY), await ask(7)];
  expect(many.length, many.join('\n')).toBeLessThanOrEqual(few.length);
  expect(many.length).toBeLessThanOrEqual(11);
});

it('the tasks of all projects, filtered and counted, with their people, cost as many statements as of one', async () => {
  const ask = (first: number) =>
    statementsOf(async ({ client }) => {
      const { data } = await client.graphql(`{ projects(first: ${first}) { nodes {
        tasks(last: 4, orderBy: CREATED_ASC, filter: { statuses: [TODO] }) {
          totalCount pageInfo { hasPreviousPage } nodes { projectId commentCount creator { name } } } } } }`);
      const nodes = data.projects.nodes as { tasks: { totalCount: number; nodes: object[] } }[];
      expect(nodes.map(({ tasks }) => tasks.totalCount)).toEqual([17, 17, 16].slice(0, first));
      for (const { tasks } of nodes) expect(tasks.nodes).toHaveLength(4);
    });
  const [one, all] = [await ask(1), await ask(3)];
  expect(all.length, all.join('\n')).toBe(one.length);
  // the session, the projects, their tasks, the counts, people and comments of these
  expect(all.length, all.join('\n')).toBeLessThanOrEqual(6);
});

it('pages within pages are each parent’s own, and go on where they ended', async () => {
  const owner = people[0] as Person;
  const { id: projectId } = await newProject(owner);
  const said = ['one', 'two', 'three'];
  for (const title of ['first', 'second']) {
    const { id } = await newTask(owner, projectId, { title });
    for (const text of said) await owner.client.rest('post', `/tasks/${id}/comments`, { text: `${title} ${text}` });
  }
  const comments = (args: string) => `comments(${args}) { edges { cursor node { text } } pageInfo { hasNextPage } }`;
  const ask = async (inner: string) =>
    (
      await owner.client.graphql(
        `{ tasks(filter: { projectId: "${projectId}" }, orderBy: CREATED_ASC) { nodes { ${inner} } } }`,
      )
    ).data.tasks.nodes;
  const [first, second] = await ask(comments('first: 2'));
  const texts = (page: { comments: { edges: { node: { text: string } }[] } }) =>
    page.comments.edges.map(({ node }) => node.text);
  expect(texts(first)).toEqual(['first one', 'first two']);
  expect(texts(second)).toEqual(['second one', 'second two']);
  expect(first.comments.pageInfo.hasNextPage).toBe(true);
  const [rest] = await ask(comments(`first: 2, after: "${first.comments.edges[1].cursor}"`));
  expect(texts(rest)).toEqual(['first three']);
  expect(rest.comments.pageInfo.hasNextPage).toBe(false);
});

describe('the transaction of a write, its beginning and end included,', () => {
  let projectId: string;
  let cards: { id: string }[];
  beforeAll(async () => {
    const [mara, ines] = people as [Person, Person];
    projectId = (await newProject(mara)).id;
    await addMember(mara, projectId, ines);
    cards = [];
    for (const assigneeId of [null, null, ines.id]) cards.push(await newTask(mara, projectId, { assigneeId }));
  });

  const costOf = async (field: string, input: object): Promise<number> => {
    const [mara] = people as [Person];
    const before = server.transactions.length;
    const { errors } = await mara.client.graphql(mutation(field, '__typename'), {
      input: { ...input, mutationId: randomUUID() },
    });
    expect(errors).toBeUndefined();
    // the server's own polling uses other connections
    const [sent = [], ...others] = server.transactions.slice(before);
    expect(others).toEqual([]);
    expect(sent.at(-1)).toBe('commit');
    // queries on behalf of the writer; queries for recipients come later
    expect(sent.filter((text) => /project_member m where m.project_id = p.id/.test(text))).toHaveLength(2);
    return sent.length;
  };
  const inProject = (n: number) => cards[n]?.id;

  it('is 12 for a move between two cards with a notification', async () => {
    const drop = { id: inProject(2), status: 'DONE', afterId: inProject(0), beforeId: inProject(1) };
    expect(await costOf('moveTask', drop)).toBe(12);
  });

  it('is 9 for a move without a notification', async () => {
    expect(await costOf('moveTask', { id: inProject(0), status: 'DONE', beforeId: inProject(1) })).toBe(9);
  });

  it('is 8 for a change of fields', async () => {
    expect(await costOf('updateTask', { id: inProject(0), title: 'Another name' })).toBe(8);
  });

  it('is 9 for a new task, and 14 for an assigned one with a mail', async () => {
    const task = { projectId, title: 'Book the hall', priority: 'LOW' };
    expect(await costOf('createTask', task)).toBe(9);
    expect(await costOf('createTask', { ...task, assigneeId: people[1]?.id })).toBe(14);
  });

  it('of 200 new tasks with 1,000 comments is that of three, but for the inserts, which take 300 rows each', async () => {
    const comments = [1, 2, 3, 4, 5].map((n) => ({ text: `Word ${n} for @${people[1]?.username}` }));
    const task = { title: 'Book the hall', priority: 'LOW', assigneeId: people[1]?.id, comments };
    const costOfMany = (length: number) =>
      costOf('createTasks', { projectId, tasks: Array.from({ length }, () => task) });
    expect([await costOfMany(3), await costOfMany(200)]).toEqual([17, 20]);
  });

  it('is 13 for a comment with a notification and a mail', async () => {
    expect(await costOf('addComment', { taskId: inProject(2), text: 'Ready?' })).toBe(13);
  });

  it('is one more if a recipient has push subscriptions, whatever their number', async () => {
    const [, ines] = people as [Person, Person];
    for (let n = 0; n < 2; n += 1) await newPush(ines);
    expect(await costOf('addComment', { taskId: inProject(2), text: 'Ready now?' })).toBe(14);
  });
});
