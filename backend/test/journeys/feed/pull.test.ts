import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person, type RestResult } from '../../support/client.js';
import { startServer, type TestServer } from '../../support/harness.js';
import { insertManyTasks } from '../../support/insertManyTasks.js';
import { revisionOf } from '../../support/rows.js';
import { COMMENT, TASK } from '../../support/selections.js';

let server: TestServer;
let mara: Person;
let jon: Person;
beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
  jon = await newPerson(server, 'Jon');
});
afterAll(() => server.close());

type Row = Record<string, unknown> & { id: string; version: number };
type Change = { entity: string; entityId: string; action: string; task: Row | null; comment: Row | null };
type Set = { kind: string; revision: number; epoch: string; changes: Change[] };

const pull = (person: Person, projectId: string, query: Record<string, string> = {}): Promise<RestResult> =>
  person.client.rest('get', `/projects/${projectId}/changes?${new URLSearchParams(query).toString()}`);

/** Where the `Link` header goes on. */
const nextOf = ({ headers }: RestResult): number | undefined => {
  const [, after] = /[?&]after=(\d+)[^>]*>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return after === undefined ? undefined : Number(after);
};

/** A copy of a project, synchronized as docs/api.md describes. */
class Copy {
  readonly tasks = new Map<string, Row>();
  readonly comments = new Map<string, Row>();
  revision = 0;

  constructor(
    private readonly person: Person,
    private readonly projectId: string,
  ) {}

  async pull(limit: number): Promise<number> {
    for (let pages = 1; ; pages += 1) {
      const page = await pull(this.person, this.projectId, { after: `${this.revision}`, limit: `${limit}` });
      const sets: Set[] = page.body.data;
      if (sets.length > limit) throw new Error(`${sets.length} sets in a page of ${limit}`);
      for (const set of sets) {
        if (set.revision <= this.revision) throw new Error(`${set.revision} comes after ${this.revision}`);
        this.revision = set.revision;
        for (const change of set.changes) this.#take(change);
      }
      const next = nextOf(page);
      if (next === undefined) return pages;
      if (next !== this.revision) throw new Error(`goes on after ${next}, not ${this.revision}`);
    }
  }

  #take({ entity, entityId, task, comment }: Change): void {
    if (entity === 'TASK' && task === null) this.tasks.delete(entityId);
    if (task) this.tasks.set(task.id, task);
    if (entity !== 'COMMENT') return;
    if (comment) this.comments.set(entityId, comment);
    else this.comments.delete(entityId);
  }
}

const byId = (rows: Iterable<Row>): Row[] => [...rows].sort((a, b) => a.id.localeCompare(b.id));

describe('a polling client', () => {
  it('has what there is, comments and deletions included, in pages of any size', async () => {
    const { id } = await newProject(mara);
    await addMember(mara, id, jon);
    const early = new Copy(jon, id);
    await early.pull(100);
    const tasks: Row[] = [];
    for (let n = 0; n < 8; n += 1) tasks.push((await newTask(mara, id, { title: `Nr. ${n} 🌊` })) as Row);
    const comments: Row[] = [];
    for (const { id: taskId } of tasks) {
      comments.push((await jon.client.rest('post', `/tasks/${taskId}/comments`, { text: 'Seen' })).body.data);
    }
    await early.pull(3);
    await mara.client.rest('put', `/tasks/${tasks[0]?.id}`, { title: 'Another', status: 'DONE' });
    await mara.client.rest('delete', `/tasks/${tasks[1]?.id}`);
    await jon.client.rest('delete', `/comments/${comments[2]?.id}`);
    await jon.client.rest('put', `/comments/${comments[3]?.id}`, { text: 'Seen twice' });
    await mara.client.rest('patch', '/tasks/bulk', {
      ids: tasks.slice(4).map((task) => task.id),
      assigneeId: jon.id,
    });
    await mara.client.rest('delete', `/projects/${id}/members/${jon.id}`);
    await addMember(mara, id, jon);
    const late = new Copy(mara, id);
    expect(await late.pull(2)).toBeGreaterThan(5);
    await early.pull(100);

    const [shown, said] = await Promise.all([
      mara.client.rest('get', `/tasks?projectId=${id}`),
      mara.client.rest('get', `/projects/${id}/comments`),
    ]);
    expect(said.body.data).toHaveLength(6);
    for (const copy of [early, late]) {
      expect(byId(copy.tasks.values())).toEqual(byId(shown.body.data));
      expect(byId(copy.comments.values())).toEqual(byId(said.body.data));
      expect(copy.revision).toBe(await revisionOf(server, id));
      expect((await pull(mara, id, { after: `${copy.revision}` })).body.data).toEqual([]);
    }
  });

  it('is answered the same by GraphQL, which says where to go on', async () => {
    const { id } = await newProject(mara);
    for (let n = 0; n < 3; n += 1) await newTask(mara, id, { title: `Nr. ${n}` });
    const document = `query ($id: ID!, $after: String, $first: Int, $epoch: ID) { project(id: $id) {
      changes(after: $after, first: $first, epoch: $epoch) { pageInfo { hasNextPage endCursor } totalCount nodes {
        projectId revision kind mutationId at epoch
        changes { entity entityId action fields respaced task { ${TASK} } comment { ${COMMENT} } } } } } }`;
    const LAST = `query ($id: ID!) { project(id: $id) { changes(last: 2) {
      nodes { revision } pageInfo { hasNextPage hasPreviousPage } } } }`;
    const ask = async (variables: object) =>
      (await mara.client.graphql(document, { id, ...variables })).data.project.changes;
    const first = await ask({ first: 2 });
    expect(first).toMatchObject({
      totalCount: 4,
      pageInfo: { hasNextPage: true, endCursor: `${first.nodes[1].revision}` },
    });
    const rest = await ask({ first: 10, after: first.pageInfo.endCursor });
    expect(rest.pageInfo).toEqual({ hasNextPage: false, endCursor: `${await revisionOf(server, id)}` });
    const last = (await mara.client.graphql(LAST, { id })).data.project.changes;
    expect(last.nodes).toEqual(rest.nodes.map(({ revision }: Set) => ({ revision })));
    expect(last.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true });
    const earlier = await pull(mara, id, { before: `${last.nodes[0].revision}`, limit: '2' });
    expect(earlier.body.data).toMatchObject(first.nodes);
    expect(earlier.headers.get('link')).toBeNull();
    const { body } = await pull(mara, id);
    expect(body.data).toMatchObject([...first.nodes, ...rest.nodes]);
    expect(body.data.map(({ kind }: Set) => kind)).toEqual(['CHANGES', 'CHANGES', 'CHANGES', 'CHANGES']);
  });
});

describe('RESYNC, alone and with the present revision, is answered', () => {
  const resync = async (projectId: string, query: Record<string, string>) => {
    const answer = await pull(mara, projectId, query);
    expect(answer.status).toBe(200);
    expect(nextOf(answer)).toBeUndefined();
    expect(answer.body.data).toMatchObject([
      { kind: 'RESYNC', revision: await revisionOf(server, projectId), actorId: null, changes: [] },
    ]);
  };

  it('to a revision that has not come yet, or of another epoch', async () => {
    const { id, revision } = await newProject(mara);
    await resync(id, { after: `${revision + 1}` });
    await resync(id, { after: '0', epoch: randomUUID() });
    const { epoch } = (await mara.client.rest('get', '/auth/me')).body.data;
    expect((await pull(mara, id, { after: '0', epoch })).body.data).toMatchObject([{ kind: 'CHANGES' }]);
  });

  it('where one write changed more than may be sent, and only there', async () => {
    const { id, revision } = await newProject(mara);
    await addMember(mara, id, jon);
    await insertManyTasks(server, id, mara.id, 2_100, { assigneeId: jon.id });
    await mara.client.rest('delete', `/projects/${id}/members/${jon.id}`);
    const before = await pull(mara, id, { after: `${revision}` });
    expect(before.body.data).toMatchObject([{ kind: 'CHANGES', changes: [{ entity: 'MEMBER', action: 'CREATED' }] }]);
    await resync(id, { after: `${nextOf(before)}` });
  });
});

describe('a pull is refused', () => {
  it('to people outside the project, and for an invalid revision', async () => {
    const { id } = await newProject(mara);
    const stranger = await newPerson(server, 'Ines');
    expect((await pull(stranger, id)).status).toBe(404);
    expect((await stranger.client.rest('get', `/projects/${id}/comments`)).status).toBe(404);
    for (const after of ['-1', '1.5', 'x', '2147483648', '99999999999999999999']) {
      const { status, body } = await pull(mara, id, { after });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
    const { errors } = await mara.client.graphql(`{ project(id: "${id}") { changes(after: "-1") { totalCount } } }`);
    expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
    expect((await pull(mara, id, { limit: '101' })).status).toBe(422);
  });
});
