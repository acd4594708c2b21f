import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAttachment, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { revisionOf, rows } from '../../test/support/rows.js';
import { cases, TEST_TIMEOUT_MS } from '../../test/support/testDepth.js';

let server: TestServer;
let mara: Person;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT: 'off' } });
  mara = await newPerson(server);
});
afterAll(() => server.close());

const KINDS = [
  'create',
  'title',
  'description',
  'done',
  'open',
  'move',
  'repeat',
  'skip',
  'endRepeat',
  'attach',
  'rename',
  'cover',
  'detach',
  'item',
  'tick',
  'comment',
  'relate',
  'parent',
  'duplicate',
  'delete',
  'restore',
  'bulk',
] as const;
type Kind = (typeof KINDS)[number];

interface Step {
  kind: Kind;
  /** Which of the tasks, and of its parts. */
  task: number;
  other: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  task: fc.nat(5),
  other: fc.nat(5),
});

/** All that people see of a project, in the order of the board. */
const look = (projectId: string): Promise<object[]> =>
  rows(
    server,
    `select t.id, title, description, status, column_id, priority, due_day, start_date, tags, assignee_id, parent_id, repeat,
       series_id, occurrence,
       array(select jsonb_build_array(a.name, a.is_cover, a.file_id) from attachment a
         where a.task_id = t.id and a.deleted_at is null order by a.id) as files,
       array(select jsonb_build_array(c.text, c.done) from checklist_item c
         where c.task_id = t.id and c.deleted_at is null order by c.rank) as items,
       array(select c.text from comment c where c.task_id = t.id and c.deleted_at is null order by c.id) as comments,
       array(select jsonb_build_array(r.kind, r.other_id) from task_relation r
         where r.task_id = t.id and r.deleted_at is null order by r.id) as relations
     from task t where project_id = ? and t.deleted_at is null order by t.rank`,
    [projectId],
  );

const at = <Item>(list: readonly Item[], place: number): Item | undefined => list[place % Math.max(list.length, 1)];
const REPEAT = { rule: 'FREQ=WEEKLY', timeZone: 'UTC' };

/** Makes one write, which can be refused or change nothing. */
async function write(projectId: string, { kind, task: which, other }: Step): Promise<void> {
  const rest = mara.client.rest.bind(mara.client);
  const ids = (await look(projectId)).map((task) => (task as { id: string }).id);
  const id = at(ids, which) ?? '';
  const path = `/tasks/${id}`;
  const files = async () => (await rest('get', `${path}/attachments`)).body.data as { id: string }[];
  const items = async () => (await rest('get', `${path}/checklist`)).body.data as { id: string; done: boolean }[];
  const writes: Record<Kind, () => Promise<unknown>> = {
    create: () => newTask(mara, projectId, { title: `Task ${which}`, dueDay: '2026-12-01' }),
    title: () => rest('put', path, { title: `Title ${other}`, tags: [`t${other}`] }),
    description: () => rest('put', path, { description: 'x'.repeat(other * 400) }),
    done: () => rest('patch', `${path}/status`, { status: 'DONE' }),
    open: () => rest('patch', `${path}/status`, { status: 'TODO' }),
    move: () => rest('patch', `${path}/move`, { status: other % 2 ? 'IN_REVIEW' : 'DONE', beforeId: at(ids, other) }),
    repeat: () => rest('put', `${path}/repeat`, REPEAT),
    skip: () => rest('post', `${path}/repeat/skip`),
    endRepeat: () => rest('delete', `${path}/repeat`),
    attach: () => newAttachment(mara, id, `plan${other}.txt`),
    rename: async () => rest('patch', `/attachments/${at(await files(), other)?.id}`, { name: `new${other}.txt` }),
    cover: async () => rest('put', `${path}/cover`, { attachmentId: at(await files(), other)?.id ?? null }),
    detach: async () => rest('delete', `/attachments/${at(await files(), other)?.id}`),
    item: () => rest('post', `${path}/checklist`, { text: `Item ${other}` }),
    tick: async () => {
      const item = at(await items(), other);
      return item && rest('patch', `${path}/checklist/${item.id}`, { done: !item.done });
    },
    comment: () => rest('post', `${path}/comments`, { text: `Said ${other}` }),
    relate: () => rest('post', `${path}/relations`, { otherId: at(ids, other), kind: 'BLOCKS' }),
    parent: () => rest('put', `${path}/parent`, { parentId: other === 0 ? null : at(ids, other) }),
    duplicate: () => rest('post', `${path}/duplicate`, {}),
    delete: () => rest('delete', path),
    restore: async () => {
      const gone = await rows<{ id: string }>(
        server,
        'select id from task where project_id = ? and deleted_at is not null order by deleted_at, id',
        [projectId],
      );
      return gone.length > 0 && rest('post', `/tasks/${at(gone, other)?.id}/restore`);
    },
    bulk: () => rest('patch', '/tasks/bulk', { ids: ids.slice(0, other + 1), status: which % 2 ? 'DONE' : 'TODO' }),
  };
  if (ids.length > 0 || kind === 'create' || kind === 'restore') await writes[kind]().catch(() => undefined);
}

it(
  'any writes, undone from the last to the first, leave all as it was before each of them',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const { id: projectId } = await newProject(mara);
        for (const title of ['A', 'B', 'C']) await newTask(mara, projectId, { title, dueDay: '2026-12-01' });
        const seen: { revision: number; before: object[] }[] = [];
        for (const one of steps) {
          const [before, from] = [await look(projectId), await revisionOf(server, projectId)];
          await write(projectId, one);
          const revision = await revisionOf(server, projectId);
          if (revision > from) seen.push({ revision, before });
        }
        for (const { revision, before } of seen.toReversed()) {
          const { status, body } = await mara.client.rest('post', '/undo', { acts: [{ projectId, revision }] });
          expect({ status, body }).toMatchObject({ status: 200 });
          expect(await look(projectId)).toEqual(before);
        }
      }),
      { ...cases(14), endOnFailure: true, verbose: 0 },
    );
  },
  TEST_TIMEOUT_MS,
);

it(
  'any writes, undone together, leave all as it was before, and undoing that leaves all as it was after them',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const { id: projectId } = await newProject(mara);
        for (const title of ['A', 'B', 'C']) await newTask(mara, projectId, { title, dueDay: '2026-12-01' });
        const [before, from] = [await look(projectId), await revisionOf(server, projectId)];
        for (const one of steps) await write(projectId, one);
        const [after, to] = [await look(projectId), await revisionOf(server, projectId)];
        if (to === from) return;
        let acts = Array.from({ length: to - from }, (_, at) => ({ projectId, revision: from + 1 + at }));
        for (const expected of [before, after]) {
          const { status, body } = await mara.client.rest('post', '/undo', { acts });
          expect({ status, body }).toMatchObject({ status: 200 });
          expect(await look(projectId)).toEqual(expected);
          acts = body.data.revisions;
          if (acts.length === 0) break;
        }
      }),
      { ...cases(8), endOnFailure: true, verbose: 0 },
    );
  },
  TEST_TIMEOUT_MS,
);
