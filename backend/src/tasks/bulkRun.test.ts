import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newProgram } from '../../test/support/apiToken.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { type MailServer, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { insertManyTasks } from '../../test/support/insertManyTasks.js';
import { lockWaits, revisionOf, rows } from '../../test/support/rows.js';
import { BULK_RUN, mutation } from '../../test/support/selections.js';
import { suspend } from '../accounts/operator.service.js';
import { endAccess } from '../auth/endAccess.js';
import { runBulkRun, runStopBulkRun } from './bulkRun.job.js';

let server: MailServer;
/** Starts another process on the same database. */
let other: TestServer;
let mara: Person;
let projectId: string;
beforeAll(async () => {
  server = await startMailServer();
  other = await startServer({ databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await other.close();
  await server.close();
});
beforeEach(async () => {
  mara = await newPerson(server);
  ({ id: projectId } = await newProject(mara));
});

const send = (body: object, by: Person = mara, key?: string) =>
  by.client.rest('post', '/bulk-runs', body, key === undefined ? {} : { 'Idempotency-Key': key });
/** Starts a run and returns its id. */
async function start(change: object, filter: object = { projectId }, by: Person = mara): Promise<string> {
  const { status, body } = await send({ filter, ...change }, by);
  expect([status, body.data.state, body.data.done]).toEqual([201, 'RUNNING', 0]);
  return body.data.id;
}
const read = async (id: string, by: Person = mara) => (await by.client.rest('get', `/bulk-runs/${id}`)).body.data;
const stop = (id: string, by: Person = mara) => by.client.rest('delete', `/bulk-runs/${id}`);
const countOf = async (condition: string, project = projectId): Promise<number> => {
  const [row] = await rows<{ count: number }>(
    server,
    `select count(*)::int as count from task where project_id = ? and deleted_at is null and ${condition}`,
    [project],
  );
  return row?.count ?? 0;
};

describe('a bulk run', () => {
  it('refuses to delete without a filter, and deletes all tasks for an empty one', async () => {
    const task = await newTask(mara, projectId);
    for (const unsaid of [{}, { filter: null }, { filters: { projectId } }]) {
      const { status, body } = await send({ ...unsaid, delete: true });
      expect([status, body.errors]).toEqual([422, { filter: ['Say which tasks to delete: {} means all of yours'] }]);
    }
    const byGraphQL = await mara.client.graphql('mutation { startBulkRun(input: { delete: true }) { run { id } } }');
    expect(byGraphQL.errors?.[0]?.extensions.fields).toEqual({ filter: [expect.any(String)] });
    expect(await countOf(`id = '${task.id}'`)).toBe(1);
    await start({ delete: true }, {});
    await server.work();
    expect(await countOf('true')).toBe(0);
  });

  it('changes every matching task except the excluded ones, 200 per command', async () => {
    await insertManyTasks(server, projectId, mara.id, 450);
    const left = await newTask(mara, projectId, { priority: 'LOW' });
    const before = await revisionOf(server, projectId);
    const { status, headers, body } = await send({
      filter: { projectId, priorities: ['LOW'] },
      except: [left.id],
      priority: 'HIGH',
    });
    expect([status, body.data.total]).toEqual([201, 450]);
    expect(headers.get('location')).toBe(`/api/bulk-runs/${body.data.id}`);
    await server.work();
    expect(await read(body.data.id)).toMatchObject({ state: 'DONE', total: 450, done: 450, message: null });
    expect([await countOf(`priority = 'HIGH'`), await countOf(`priority = 'LOW'`)]).toEqual([450, 1]);
    expect(await revisionOf(server, projectId)).toBe(before + 3);
  });

  it('selects its tasks at the start and skips later ones', async () => {
    await insertManyTasks(server, projectId, mara.id, 3);
    const id = await start({ status: 'DONE' }, { projectId, statuses: ['TODO'] });
    await newTask(mara, projectId);
    await server.work();
    expect([(await read(id)).done, await countOf(`status = 'TODO'`)]).toEqual([3, 1]);
  });

  it('leaves connections to others, however many are started at once', async () => {
    const jon = await newPerson(server, 'Jon');
    const em = server.orm.em.fork();
    await em.begin();
    // every selection waits
    await em.execute('lock table task in access exclusive mode');
    const started = Array.from({ length: 15 }, () => send({ filter: { projectId, search: 'hull' }, priority: 'LOW' }));
    await sleep(500);
    expect((await jon.client.rest('get', '/auth/sessions')).status).toBe(200);
    await em.rollback();
    for (const { status } of await Promise.all(started)) expect(status).toBe(422);
  });

  it('changes the same fields as bulkUpdateTasks', async () => {
    const task = await newTask(mara, projectId, { tags: ['a', 'b'] });
    await start({
      status: 'DONE',
      dueDate: '2027-03-01T09:30:00Z',
      assigneeId: mara.id,
      addTags: ['c'],
      removeTags: ['a'],
    });
    await server.work();
    const { body } = await mara.client.rest('get', `/tasks/${task.id}`);
    expect(body.data).toMatchObject({
      status: 'DONE',
      dueDate: '2027-03-01T09:30:00.000Z',
      assigneeId: mara.id,
      tags: ['b', 'c'],
    });
  });

  it('deletes tasks with their comments', async () => {
    await insertManyTasks(server, projectId, mara.id, 250);
    const task = await newTask(mara, projectId);
    await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Ours' });
    const id = await start({ delete: true });
    await server.work();
    expect([(await read(id)).done, await countOf('true')]).toEqual([251, 0]);
    expect(await rows(server, 'select 1 from comment where task_id = ? and deleted_at is null', [task.id])).toEqual([]);
  });

  it('is refused if no task or more than 20,000 tasks match', async () => {
    const none = await send({ filter: { projectId }, priority: 'LOW' });
    expect([none.status, none.body.errors]).toEqual([422, { filter: ['No task matches'] }]);
    await insertManyTasks(server, projectId, mara.id, 20_001);
    const tooMany = await send({ filter: { projectId }, priority: 'LOW' });
    expect([tooMany.status, tooMany.body.errors]).toEqual([
      422,
      { filter: ['More than 20,000 tasks match. Narrow them down'] },
    ]);
    const [one] = await rows<{ id: string }>(server, 'select id from task where project_id = ? limit 1', [projectId]);
    const most = await send({ filter: { projectId }, except: [one?.id], priority: 'LOW' });
    expect([most.status, most.body.data.total]).toEqual([201, 20_000]);
    expect((await stop(most.body.data.id)).status).toBe(204);
  });

  it('is refused if its filter has an unknown field, which would match all tasks', async () => {
    await newTask(mara, projectId);
    const { status, body } = await send({ filter: { projectId, statuss: ['DONE'] }, delete: true });
    expect([status, body]).toEqual([400, { code: 'BAD_REQUEST', message: 'Unknown filter statuss' }]);
  });

  it('is refused with the running one if the user already has one', async () => {
    await newTask(mara, projectId);
    const answers = await Promise.all([1, 2, 3].map(() => send({ filter: { projectId }, priority: 'LOW' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    const id = answers.find(({ status }) => status === 201)?.body.data.id;
    const refused = await send({ priority: 'LOW' });
    expect(refused.body).toMatchObject({
      code: 'CONFLICT',
      message: 'Another change of many tasks is under way',
      data: { id, state: 'RUNNING' },
    });
    const jon = await newPerson(server, 'Jon');
    await newTask(jon, (await newProject(jon)).id);
    await start({ priority: 'LOW' }, {}, jon);
    await server.work();
    await start({ priority: 'HIGH' });
  });

  it('is started once by repeats with the same key', async () => {
    await newTask(mara, projectId);
    const key = randomUUID();
    const body = { filter: { projectId }, priority: 'LOW' };
    const answers = await Promise.all([1, 2, 3].map(() => send(body, mara, key)));
    expect(new Set(answers.map(({ body: { data } }) => data.id)).size).toBe(1);
    await server.work();
    const { data } = await mara.client.graphql(mutation('startBulkRun', `run { ${BULK_RUN} }`), {
      input: { ...body, mutationId: key },
    });
    expect(data.startBulkRun.run).toMatchObject({ id: answers[0]?.body.data.id, state: 'DONE' });
    expect((await send({ ...body, priority: 'HIGH' }, mara, key)).status).toBe(409);
  });

  it('cannot be read or stopped by other users', async () => {
    await newTask(mara, projectId);
    const jon = await newPerson(server, 'Jon');
    await addMember(mara, projectId, jon);
    const id = await start({ priority: 'HIGH' });
    const seen = await jon.client.rest('get', `/bulk-runs/${id}`);
    expect([seen.status, (await stop(id, jon)).status]).toEqual([404, 404]);
    expect((await read(id)).state).toBe('RUNNING');
  });
});

describe('a running bulk run', () => {
  it('does a part once when its job runs again in the same or another process', async () => {
    await insertManyTasks(server, projectId, mara.id, 450);
    const before = await revisionOf(server, projectId);
    const id = await start({ priority: 'HIGH' });
    const first = { id, part: 0 };
    await Promise.all([server, other, server].map(({ resources }) => runBulkRun(resources, first, 1)));
    expect([(await read(id)).done, await revisionOf(server, projectId)]).toEqual([200, before + 1]);
    // The worker was killed after the commit, before it marked the job as done.
    await runBulkRun(other.resources, first, 2);
    await server.work();
    expect(await read(id)).toMatchObject({ state: 'DONE', done: 450 });
    expect(await revisionOf(server, projectId)).toBe(before + 3);
  });

  it('changes nothing in a part that fails and retries it', async () => {
    await insertManyTasks(server, projectId, mara.id, 250);
    const id = await start({ priority: 'HIGH' });
    await rows(
      server,
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger refuse before insert on change for each row execute function refuse()`,
    );
    await expect(runBulkRun(server.resources, { id, part: 0 }, 1)).rejects.toThrow('no');
    await rows(server, 'drop trigger refuse on change; drop function refuse');
    expect([(await read(id)).done, await countOf(`priority = 'HIGH'`)]).toEqual([0, 0]);
    await server.work();
    expect(await read(id)).toMatchObject({ state: 'DONE', done: 250 });
  });

  it('lets other jobs run between its parts', async () => {
    const jon = await newPerson(server, 'Jon');
    await newTask(jon, (await newProject(jon)).id);
    await insertManyTasks(server, projectId, mara.id, 1_400);
    const long = await start({ priority: 'HIGH' });
    const short = await start({ priority: 'HIGH' }, {}, jon);
    await server.work();
    const [first, last] = [await read(short, jon), await read(long)];
    expect([first.state, last.state, last.done]).toEqual(['DONE', 'DONE', 1_400]);
    expect(Date.parse(first.finishedAt)).toBeLessThan(Date.parse(last.finishedAt));
  });

  it('fails with a message when a part keeps failing', async () => {
    await newTask(mara, projectId);
    const id = await start({ priority: 'HIGH' });
    await rows(server, `update bulk_run set change = '{"status":"NEVER"}' where id = ?`, [id]);
    await expect(runBulkRun(server.resources, { id, part: 0 }, 1)).rejects.toThrow('Status must be');
    expect((await read(id)).state).toBe('RUNNING');
    await runBulkRun(server.resources, { id, part: 0 }, 6);
    expect(await read(id)).toMatchObject({
      state: 'FAILED',
      message: 'Something went wrong before all tasks were changed',
    });
    await start({ priority: 'HIGH' });
  });

  it('keeps its changes when it is stopped between parts, and ignores a stop after its end', async () => {
    await insertManyTasks(server, projectId, mara.id, 450);
    const id = await start({ priority: 'HIGH' });
    await runBulkRun(server.resources, { id, part: 0 }, 1);
    expect((await stop(id)).status).toBe(204);
    await server.work();
    const stopped = await read(id);
    expect(stopped).toMatchObject({ state: 'STOPPED', done: 200, total: 450, message: null });
    expect(await countOf(`priority = 'HIGH'`)).toBe(200);
    expect((await stop(id)).status).toBe(204);
    expect(await read(id)).toEqual(stopped);
  });

  it('reports exactly what was done when it is stopped during a part', async () => {
    for (let round = 0; round < 3; round += 1) {
      const project = (await newProject(mara)).id;
      await insertManyTasks(server, project, mara.id, 300);
      const id = await start({ priority: 'HIGH' }, { projectId: project });
      await Promise.all([runBulkRun(other.resources, { id, part: 0 }, 1), stop(id)]);
      const { state, done } = await read(id);
      expect([state, done]).toEqual(['STOPPED', await countOf(`priority = 'HIGH'`, project)]);
      await server.work();
    }
  });

  it('stops when its user is suspended, and notifies others of what it had done', async () => {
    const jon = await newPerson(server, 'Jon');
    await addMember(mara, projectId, jon);
    await insertManyTasks(server, projectId, mara.id, 450);
    const id = await start({ assigneeId: jon.id });
    await runBulkRun(server.resources, { id, part: 0 }, 1);
    await suspend(server.resources, mara.email);
    await server.work();
    const [run] = await rows(server, 'select state, done from bulk_run where id = ?', [id]);
    expect(run).toEqual({ state: 'STOPPED', done: 200 });
    expect(await countOf(`assignee_id = '${jon.id}'`)).toBe(200);
    const inbox = await jon.client.rest('get', '/notifications');
    expect(inbox.body.data.notifications).toMatchObject([{ count: 200 }, { kind: 'MEMBER_ADDED' }]);
  });

  it('stops when the access of its person ends, as by a new password by mail, but not if it began later', async () => {
    await insertManyTasks(server, projectId, mara.id, 850);
    const id = await start({ priority: 'HIGH' });
    await runBulkRun(server.resources, { id, part: 0 }, 1);
    const earlier = new Date(Date.now() - 60_000).toISOString();
    await runStopBulkRun(server.resources, { userId: mara.id, at: earlier });
    expect((await read(id)).state).toBe('RUNNING');
    await server.orm.em.fork().transactional((em) => endAccess(em, mara.id, new Date()));
    await server.work();
    // a part that was queued before can still run
    const [run] = await rows<{ state: string; done: number }>(server, 'select state, done from bulk_run where id = ?', [
      id,
    ]);
    expect(run?.state).toBe('STOPPED');
    expect(run?.done).toBeLessThan(850);
    expect(await countOf(`priority = 'HIGH'`)).toBe(run?.done);
  });

  it('ends with the token that started it, and leaves tasks that have left the projects of the token', async () => {
    await insertManyTasks(server, projectId, mara.id, 250);
    const elsewhere = (await newProject(mara)).id;
    const begin = async (fields: object) => {
      const program = await newProgram(mara, { projectIds: [projectId] });
      const { body } = await program.client.rest('post', '/bulk-runs', { filter: { projectId }, ...fields });
      return { tokenId: program.id, id: body.data.id as string };
    };
    const { tokenId, id } = await begin({ delete: true });
    await runBulkRun(server.resources, { id, part: 0 }, 1);
    await mara.client.rest('delete', `/auth/tokens/${tokenId}`);
    await server.work();
    expect([(await read(id)).state, await countOf('true')]).toEqual(['STOPPED', 50]);
    const moved = await newTask(mara, projectId);
    const second = await begin({ priority: 'HIGH' });
    await mara.client.rest('patch', `/tasks/${moved.id}/project`, { projectId: elsewhere });
    await server.work();
    expect(await read(second.id)).toMatchObject({ state: 'DONE', total: 51, done: 50 });
    expect(await countOf(`priority = 'HIGH'`, elsewhere)).toBe(0);
  });

  it('skips tasks that were deleted and projects the user has left', async () => {
    const jon = await newPerson(server, 'Jon');
    const { id: theirs } = await newProject(jon);
    const { id: gone } = await newProject(mara);
    await addMember(jon, theirs, mara);
    await insertManyTasks(server, theirs, jon.id, 3);
    await insertManyTasks(server, gone, mara.id, 2);
    const deleted = await newTask(mara, projectId);
    await newTask(mara, projectId);
    const id = await start({ priority: 'HIGH' }, {});
    await mara.client.rest('delete', `/tasks/${deleted.id}`);
    await mara.client.rest('delete', `/projects/${gone}`);
    await jon.client.rest('delete', `/projects/${theirs}/members/${mara.id}`);
    await server.work();
    expect(await read(id)).toMatchObject({ state: 'DONE', total: 7, done: 1, message: '6 tasks could not be changed' });
    expect([await countOf(`priority = 'HIGH'`, theirs), await countOf(`priority = 'HIGH'`)]).toEqual([0, 1]);
  });

  it('skips refused tasks with a reason, and fails if all are refused', async () => {
    const jon = await newPerson(server, 'Jon');
    await addMember(mara, projectId, jon);
    const { id: without } = await newProject(mara);
    await newTask(mara, projectId);
    await newTask(mara, without);
    const some = await start({ assigneeId: jon.id }, {});
    await server.work();
    const reason = 'Assignee must be a member of the project';
    expect(await read(some)).toMatchObject({
      state: 'DONE',
      done: 1,
      message: `1 task could not be changed: ${reason}`,
    });
    const none = await start({ assigneeId: jon.id }, { projectId: without });
    await server.work();
    expect(await read(none)).toMatchObject({ state: 'FAILED', done: 0, message: reason });
    await newTask(mara, without, { tags: Array.from({ length: 20 }, (_, n) => `t${n}`) });
    const tags = await start({ addTags: ['more'], status: 'DONE' }, { projectId: without });
    await server.work();
    expect(await read(tags)).toMatchObject({
      done: 1,
      message: '1 task could not be changed: A task can have at most 20 tags',
    });
    expect(await countOf(`status = 'DONE'`, without)).toBe(1);
  });
});

describe('notifications about a bulk run', () => {
  const inbox = async (person: Person) => (await person.client.rest('get', '/notifications')).body.data.notifications;
  const team = async (): Promise<Person> => {
    const jon = await newPerson(server, 'Jon');
    await addMember(mara, projectId, jon);
    await server.work();
    await jon.client.rest('delete', '/notifications');
    return jon;
  };

  it('are sent once for all parts, when it has ended', async () => {
    const jon = await team();
    await insertManyTasks(server, projectId, mara.id, 450);
    const id = await start({ assigneeId: jon.id });
    await runBulkRun(server.resources, { id, part: 0 }, 1);
    await runBulkRun(server.resources, { id, part: 1 }, 1);
    expect(await inbox(jon)).toEqual([]);
    await runBulkRun(server.resources, { id, part: 2 }, 1);
    // The run ends several times concurrently.
    await Promise.all([server, other, server].map(({ resources }) => runBulkRun(resources, { id, part: 3 }, 1)));
    const mails = await server.work();
    const [notification, ...others] = await inbox(jon);
    expect(others).toEqual([]);
    expect(notification).toMatchObject({
      kind: 'TASK_ASSIGNED',
      title: 'Mara Okafor assigned 450 tasks to you',
      count: 450,
      taskId: null,
      projectId,
    });
    expect(notification.message).toMatch(/^“Task \d+”, “Task \d+”, “Task \d+” and 447 more$/);
    expect(subjectsTo(mails, jon.email)).toEqual(['Mara Okafor assigned 450 tasks to you']);
    expect(mails.find(({ subject }) => subject?.includes('450'))?.text).toContain('and 440 more');
    expect(await rows(server, 'select 1 from held_notice')).toEqual([]);
  });

  it.each([0, 1])('do not cover part %i if it was undone before the end', async (undone) => {
    const jon = await team();
    await insertManyTasks(server, projectId, mara.id, 450);
    const id = await start({ assigneeId: jon.id });
    for (const part of [0, 1]) {
      await runBulkRun(server.resources, { id, part }, 1);
      if (part !== undone) continue;
      const [act] = await rows<{ revision: number }>(
        server,
        'select max(revision) as revision from change where project_id = ?',
        [projectId],
      );
      const undo = await mara.client.rest('post', '/undo', { acts: [{ projectId, revision: act?.revision }] });
      expect(undo.status).toBe(200);
    }
    await runBulkRun(server.resources, { id, part: 2 }, 1);
    await runBulkRun(server.resources, { id, part: 3 }, 1);
    await server.work();
    expect(await inbox(jon)).toMatchObject([{ title: 'Mara Okafor assigned 250 tasks to you', count: 250 }]);
  });

  it('cover neither the project whose changes were undone nor the one that the person has left', async () => {
    const jon = await team();
    const wen = await newPerson(server, 'Wen');
    const second = (await newProject(mara)).id;
    for (const [project, people] of [
      [projectId, [wen]],
      [second, [jon, wen]],
    ] as const) {
      for (const person of people) await addMember(mara, project, person);
    }
    for (const project of [projectId, second]) {
      await insertManyTasks(server, project, jon.id, 20);
      await insertManyTasks(server, project, wen.id, 20, { status: 'IN_REVIEW' });
    }
    const id = await start({ status: 'IN_PROGRESS' }, {});
    for (const person of [jon, wen]) await person.client.rest('delete', '/notifications');
    await runBulkRun(server.resources, { id, part: 0 }, 1);
    const acts = (await read(id)).revisions.filter((set: { projectId: string }) => set.projectId === second);
    await mara.client.rest('delete', `/projects/${projectId}/members/${jon.id}`);
    const counts = async (person: Person) =>
      (await inbox(person)).flatMap(({ kind, count }: { kind: string; count: number }) =>
        kind === 'TASK_STATUS' ? count : [],
      );
    expect((await mara.client.rest('post', '/undo', { acts })).status).toBe(200);
    await server.work();
    expect([await counts(jon), await counts(wen)]).toEqual([[], [20]]);
  });

  it('cover the changes made before it was stopped', async () => {
    const jon = await team();
    await insertManyTasks(server, projectId, mara.id, 450);
    const id = await start({ assigneeId: jon.id });
    await runBulkRun(server.resources, { id, part: 0 }, 1);
    await stop(id);
    expect(await inbox(jon)).toMatchObject([{ count: 200, projectId }]);
    await server.work();
    expect(await inbox(jon)).toHaveLength(1);
  });

  it('keep no title of a task that is purged while the run ends', async () => {
    const jon = await team();
    const { id: taskId } = await newTask(mara, projectId, { title: 'Secret plan' });
    await newTask(mara, projectId);
    const id = await start({ assigneeId: jon.id });
    await runBulkRun(server.resources, { id, part: 0 }, 1);
    await mara.client.rest('delete', `/tasks/${taskId}`);
    await jon.client.rest('delete', '/notifications');
    const acts: ReturnType<typeof stop>[] = [];
    await server.orm.em.fork().transactional(async (em) => {
      await em.execute('select 1 from inbox where user_id = ? for update', [jon.id]);
      // The run has taken what it defers, and waits for the inbox.
      acts.push(stop(id));
      await expect.poll(() => lockWaits(server)).toHaveLength(1);
      acts.push(mara.client.rest('delete', `/trash/${taskId}`));
      await expect.poll(() => lockWaits(server)).toHaveLength(2);
    });
    expect((await Promise.all(acts)).map(({ status }) => status)).toEqual([204, 204]);
    expect(await inbox(jon)).toMatchObject([{ kind: 'TASK_ASSIGNED', count: 2, message: '' }]);
    const mails = await server.work();
    expect(mails.filter(({ subject, text }) => `${subject} ${text}`.includes('Secret'))).toEqual([]);
  });

  it('link to no project if the tasks are of several, and look as usual for a single task', async () => {
    const jon = await team();
    const { id: second } = await newProject(mara);
    await addMember(mara, second, jon);
    await jon.client.rest('delete', '/notifications');
    for (const project of [projectId, second]) await insertManyTasks(server, project, mara.id, 150);
    await start({ assigneeId: jon.id }, {});
    await server.work();
    expect(await inbox(jon)).toMatchObject([{ count: 300, projectId: null, taskId: null }]);
    const task = await newTask(mara, projectId, { title: 'The one', priority: 'URGENT' });
    await start({ assigneeId: jon.id }, { projectId, priorities: ['URGENT'] });
    await server.work();
    expect((await inbox(jon))[0]).toMatchObject({ title: 'The one', count: 1, taskId: task.id, projectId });
  });

  it('are not sent to the user who started it', async () => {
    await insertManyTasks(server, projectId, mara.id, 5);
    await server.work();
    await mara.client.rest('delete', '/notifications');
    await start({ assigneeId: mara.id });
    expect([await server.work(), await inbox(mara)]).toEqual([[], []]);
  });
});
