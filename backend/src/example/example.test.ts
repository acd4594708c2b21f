import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { type MailServer, startMailServer } from '../../test/support/jobQueue.js';
import { rows } from '../../test/support/rows.js';
import { scanDigests } from '../notifications/digest.job.js';
import { scanDue } from '../notifications/dueScan.js';
import { EXAMPLE, TASKS } from './plan.js';

/** A Monday, when digests are sent, shortly before midnight in UTC: in Auckland it is Tuesday. */
const NOW = new Date('2026-11-23T22:30:00Z');
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ now: () => NOW });
});
afterAll(() => server.close());

const create = async (person: Person, body: object = {}) => person.client.rest('post', '/projects/example', body);
const tasksOf = async (person: Person, projectId: string): Promise<Record<string, unknown>[]> =>
  (await person.client.rest('get', `/tasks?projectId=${projectId}`)).body.data;
const firstStepsOf = async (person: Person) =>
  (await person.client.rest('get', '/dashboard/stats')).body.data.firstSteps;

describe('the example project', () => {
  it('has columns, checklists, comments by the person, and days relative to today where they are', async () => {
    const person = await newPerson(server);
    await person.client.rest('put', '/auth/preferences', { timeZone: 'Pacific/Auckland' });
    const { status, body } = await create(person);
    expect(status).toBe(201);
    const { id } = body.data;
    expect(body.data).toMatchObject({ name: EXAMPLE.name, isExample: true, viewerRole: 'OWNER', memberCount: 1 });
    const columns = (await person.client.rest('get', `/projects/${id}/columns`)).body.data;
    expect(columns.map(({ name }: { name: string }) => name)).toEqual([
      'To Do',
      'In Progress',
      'Waiting',
      'In Review',
      'Done',
    ]);
    const tasks = await tasksOf(person, id);
    expect(tasks).toHaveLength(TASKS.length);
    const find = (title: string) => tasks.find((task) => task['title'] === title);
    expect(find('Ask the neighbors about the date')).toMatchObject({ dueDay: '2026-11-24' });
    expect(find('Permission to close the street')).toMatchObject({
      dueDay: '2026-11-23',
      columnId: columns[2].id,
      commentCount: 2,
      assigneeId: person.id,
    });
    const { checklistDone, checklistTotal } = find('Find a band') as Record<string, unknown>;
    expect([checklistDone, checklistTotal]).toEqual([2, 3]);
  });

  it('is removed with all its content by one call, and can then be created again', async () => {
    const person = await newPerson(server);
    const { id } = (await create(person)).body.data;
    expect((await person.client.rest('delete', `/projects/${id}`)).status).toBe(204);
    expect(await tasksOf(person, id)).toEqual([]);
    expect((await person.client.rest('get', '/dashboard/stats')).body.data.totalTasks).toBe(0);
    expect((await create(person)).status).toBe(201);
  });

  it('is removed by undo of its creation, too', async () => {
    const person = await newPerson(server);
    const { id } = (await create(person)).body.data;
    const { status } = await person.client.rest('post', '/undo', { acts: [{ projectId: id, revision: 1 }] });
    expect(status).toBe(200);
    expect((await person.client.rest('get', `/projects/${id}`)).status).toBe(404);
  });

  it('exists once: another one is refused, also at the same moment', async () => {
    const person = await newPerson(server);
    const both = await Promise.all([create(person), create(person)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body.message).toBe('You already have an example project');
    expect(refused?.body.data.name).toBe(EXAMPLE.name);
    // another person has one of their own
    expect((await create(await newPerson(server))).status).toBe(201);
  });

  it('never leads to a notification or a mail', async () => {
    const person = await newPerson(server, 'Hanna');
    await server.work();
    await create(person);
    const kinds = async () =>
      (await person.client.rest('get', '/notifications')).body.data.notifications.map(
        ({ kind }: { kind: string }) => kind,
      );
    await scanDue(server.resources);
    expect(await kinds()).toEqual([]);
    // the same days in a project of one's own
    const own = await newProject(person);
    await newTask(person, own.id, { dueDay: '2026-11-22' });
    await scanDue(server.resources);
    expect(await kinds()).toEqual(['OVERDUE']);
    await person.client.rest('delete', `/projects/${own.id}`);
    await server.work();
    await scanDigests(server.resources);
    const due = await rows(server, 'select week from digest_notice where user_id = ?', [person.id]);
    expect(due).toHaveLength(1);
    expect(await server.work()).toEqual([]);
  });

  it('is the person’s alone: adding people, inviting them and sharing a link is refused', async () => {
    const [person, other] = [await newPerson(server), await newPerson(server)];
    const { id } = (await create(person)).body.data;
    const added = await person.client.rest('post', `/projects/${id}/members`, { userId: other.id });
    const invited = await person.client.rest('post', `/projects/${id}/invitations`, { email: 'new@tern.example' });
    const shared = await person.client.rest('post', `/projects/${id}/share-links`, {});
    for (const { status, body } of [added, invited, shared]) {
      expect(status).toBe(403);
      expect(body.message).toContain('An example project is yours alone');
    }
    const { data } = await person.client.graphql('query ($id: ID!) { project(id: $id) { viewerCanManageMembers } }', {
      id,
    });
    expect(data.project.viewerCanManageMembers).toBe(false);
  });
});

describe('the first steps', () => {
  it('are done by a project, a task, and other people, each outside of examples', async () => {
    const person = await newPerson(server);
    expect(await firstStepsOf(person)).toEqual({ project: false, task: false, people: false });
    await create(person);
    expect(await firstStepsOf(person)).toEqual({ project: false, task: false, people: false });
    const { id } = await newProject(person);
    expect(await firstStepsOf(person)).toEqual({ project: true, task: false, people: false });
    await newTask(person, id);
    expect(await firstStepsOf(person)).toEqual({ project: true, task: true, people: false });
    await person.client.rest('post', `/projects/${id}/invitations`, { email: 'ada@tern.example' });
    expect(await firstStepsOf(person)).toEqual({ project: true, task: true, people: true });
  });

  it('are gone for good once tips are turned off', async () => {
    const person = await newPerson(server);
    await person.client.rest('put', '/auth/preferences', { tips: false });
    expect(await firstStepsOf(person)).toBeNull();
    await person.client.rest('put', '/auth/preferences', { tips: true });
    expect(await firstStepsOf(person)).not.toBeNull();
  });

  it('stay done in an archived project, and are done for a person who was added to one', async () => {
    const [person, other] = [await newPerson(server), await newPerson(server)];
    const { id } = await newProject(person);
    await newTask(person, id);
    await addMember(person, id, other);
    await person.client.rest('post', `/projects/${id}/archive`);
    for (const each of [person, other])
      expect(await firstStepsOf(each)).toEqual({ project: true, task: true, people: true });
  });
});
