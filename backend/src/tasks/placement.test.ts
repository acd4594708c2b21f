import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { readFieldsChangedSince } from '../write/changeLog.js';
import { MAX_RANK_LENGTH } from '../platform/database/rank.js';
import { FULL_RUN } from '../../test/support/testDepth.js';
import { onlyIf } from '../../test/support/onlyIf.js';

interface Card {
  id: string;
  title: string;
  status: string;
  rank: string;
  version: number;
}

interface Drop {
  status?: string;
  afterId?: string;
  beforeId?: string;
}

let server: TestServer;
let mara: Person;
let projectId: string;

/** Returns the titles of a column, top to bottom. */
async function column(person: Person, status = 'TODO', within: string | null = projectId): Promise<string[]> {
  const project = within === null ? '' : `&projectId=${within}`;
  const { body } = await person.client.rest('get', `/tasks?orderBy=RANK_ASC&status=${status}${project}`);
  return (body.data as Card[]).map(({ title }) => title);
}

/** Creates cards in this order, top to bottom. */
async function cards(titles: string, within = projectId, status = 'TODO'): Promise<Card[]> {
  const made: Card[] = [];
  for (const title of titles) made.push(await newTask(mara, within, { title, status }));
  return made;
}

async function drop(card: Card | undefined, { status = 'TODO', ...neighbors }: Drop): Promise<Card> {
  const answer = await mara.client.rest('patch', `/tasks/${card?.id}/move`, { status, ...neighbors });
  if (answer.status !== 200) throw new Error(`the drop answered ${answer.status}: ${answer.text}`);
  return answer.body.data;
}

const setStatus = (card: Card | undefined, status: string) =>
  mara.client.rest('patch', `/tasks/${card?.id}/status`, { status });

const sql = <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  server.orm.em.fork().getConnection().execute<T[]>(text, values);

beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
});
afterAll(() => server.close());

describe('moving a card', () => {
  const fresh = async () => {
    projectId = (await newProject(mara)).id;
  };

  it.each<[how: string, titles: string, ...drops: [moved: string, above: string, below: string, then: string][]]>([
    ['puts it between two neighbors', 'ABC', ['C', 'A', 'B', 'ACB']],
    ['puts it directly below the upper neighbor if only that is named', 'ABC', ['C', 'A', '', 'ACB']],
    ['puts it directly above the lower one if only that is named', 'ABC', ['C', '', 'A', 'CAB'], ['C', '', 'B', 'ACB']],
    [
      'uses the upper neighbor when the two are no longer in this order',
      'ABCD',
      ['A', 'C', 'D', 'BCAD'],
      ['D', 'A', 'B', 'BCAD'],
      ['B', 'D', 'C', 'CADB'],
    ],
    ['ignores the card itself as its neighbor', 'AB', ['A', 'A', 'A', 'BA']],
  ])('%s', async (_how, titles, ...drops) => {
    await fresh();
    const made = new Map((await cards(titles)).map((card) => [card.title, card]));
    for (const [moved, above, below, then] of drops) {
      await drop(made.get(moved), { afterId: made.get(above)?.id, beforeId: made.get(below)?.id });
      expect((await column(mara)).join('')).toBe(then);
    }
  });

  it('puts it at the end of the column when no neighbor is named', async () => {
    await fresh();
    const [a] = await cards('ABC');
    await cards('X', projectId, 'DONE');
    await drop(a, {});
    expect(await column(mara)).toEqual(['B', 'C', 'A']);
    await drop(a, { status: 'DONE' });
    expect(await column(mara, 'DONE')).toEqual(['X', 'A']);
  });

  it('ignores a neighbor that was deleted meanwhile', async () => {
    await fresh();
    const [a, b, c, d] = await cards('ABCD');
    await mara.client.rest('delete', `/tasks/${b?.id}`);
    await drop(d, { afterId: a?.id, beforeId: b?.id });
    expect(await column(mara)).toEqual(['A', 'D', 'C']);
    await drop(a, { afterId: b?.id, beforeId: c?.id });
    expect(await column(mara)).toEqual(['D', 'A', 'C']);
    await drop(d, { afterId: b?.id });
    expect(await column(mara)).toEqual(['A', 'C', 'D']);
  });

  it('uses the rank of a neighbor that moved to another column meanwhile', async () => {
    await fresh();
    const [a, b, , d] = await cards('ABCD');
    await setStatus(b, 'DONE');
    await drop(a, { afterId: b?.id });
    expect(await column(mara)).toEqual(['A', 'C', 'D']);
    await drop(d, { afterId: b?.id });
    expect(await column(mara)).toEqual(['D', 'A', 'C']);
  });

  it('puts it between cards of another project of the viewer on a board of several projects', async () => {
    await fresh();
    const solo = await newPerson(server, 'Ines');
    const [tern, heron] = [await newProject(solo), await newProject(solo)];
    const [a, b, own] = [
      await newTask(solo, heron.id, { title: 'A' }),
      await newTask(solo, heron.id, { title: 'B' }),
      await newTask(solo, tern.id, { title: 'own' }),
    ];
    expect(await column(solo, 'TODO', null)).toEqual(['A', 'B', 'own']);
    const { status } = await solo.client.rest('patch', `/tasks/${own.id}/move`, {
      status: 'TODO',
      afterId: a.id,
      beforeId: b.id,
    });
    expect(status).toBe(200);
    expect(await column(solo, 'TODO', null)).toEqual(['A', 'own', 'B']);
  });

  it('ignores a neighbor of a foreign project', async () => {
    await fresh();
    const stranger = await newPerson(server, 'Ines');
    const theirs = await newTask(stranger, (await newProject(stranger)).id);
    const [a, b, c] = await cards('ABC');
    await drop(a, { afterId: theirs.id });
    expect(await column(mara)).toEqual(['B', 'C', 'A']);
    await drop(b, { afterId: randomUUID() });
    expect(await column(mara)).toEqual(['C', 'A', 'B']);
    await drop(b, { afterId: theirs.id, beforeId: c?.id });
    expect(await column(mara)).toEqual(['B', 'C', 'A']);
  });

  it.each(onlyIf(FULL_RUN, 'finds a free rank at one place after many cards there moved away or were deleted'))(
    '%s',
    async () => {
      await fresh();
      const [a, z] = await cards('AZ');
      for (let i = 0; i < 30; i += 1) {
        const [card] = await cards('x', projectId, 'IN_REVIEW');
        await drop(card, { afterId: a?.id, beforeId: z?.id });
        expect(await column(mara)).toEqual(['A', 'x', 'Z']);
        if (i % 2) await setStatus(card, 'DONE');
        else await mara.client.rest('delete', `/tasks/${card?.id}`);
      }
      expect(await column(mara)).toEqual(['A', 'Z']);
    },
  );

  it('keeps the order of two cards moved to the same place', async () => {
    await fresh();
    const [a, b, c] = await cards('ABC');
    for (let i = 0; i < 2; i += 1) {
      await drop(b, { afterId: a?.id, beforeId: c?.id });
      expect(await column(mara)).toEqual(['A', 'B', 'C']);
    }
  });
});

describe('a new card', () => {
  it('comes last in its column, also after deleted cards', async () => {
    projectId = (await newProject(mara)).id;
    const [, , c] = await cards('ABC');
    await mara.client.rest('delete', `/tasks/${c?.id}`);
    const [d] = await cards('D');
    expect((d?.rank ?? '') > (c?.rank ?? '')).toBe(true);
    expect(await column(mara)).toEqual(['A', 'B', 'D']);
  });

  it('comes last on a board of several projects', async () => {
    const ines = await newPerson(server, 'Ines');
    const projects = [await newProject(ines), await newProject(ines)];
    for (let i = 0; i < 6; i += 1) await newTask(ines, projects[i % 2].id, { title: `${i}` });
    expect(await column(ines, 'TODO', null)).toEqual(['0', '1', '2', '3', '4', '5']);
  });
});

describe('a rank that has grown too long', () => {
  const STATUSES = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE'];

  /** Creates twelve crowded cards, spread over the columns, between two with free space around them. */
  async function crowd(): Promise<Card[]> {
    projectId = (await newProject(mara)).id;
    const made: Card[] = [];
    for (let i = 0; i < 14; i += 1) {
      made.push(await newTask(mara, projectId, { title: `${i}`, status: STATUSES[i % 4] }));
    }
    const stem = `a1${'0'.repeat(MAX_RANK_LENGTH - 4)}`;
    for (const [index, card] of made.entries()) {
      const rank = index === 0 ? 'a1' : index === 13 ? 'a2' : `${stem}${String(index).padStart(2, '0')}V`.slice(0, 200);
      await sql('update task set rank = ? where id = ?', [rank, card.id]);
    }
    return made;
  }

  const columns = async () => Promise.all(STATUSES.map((status) => column(mara, status)));

  it('is respaced with its neighbors in the same command, keeping the order of every column', async () => {
    const made = await crowd();
    const before = await columns();
    const moved = await newTask(mara, projectId, { title: 'moved', status: 'DONE' });
    const [project] = await sql<{ revision: number }>('select revision from project where id = ?', [projectId]);

    const { version } = await drop(moved, { status: 'TODO', afterId: made[4]?.id, beforeId: made[8]?.id });

    const after = await columns();
    expect(after[0]).toEqual(before[0]?.toSpliced(2, 0, 'moved'));
    expect(after.slice(1)).toEqual(before.slice(1));
    const ranks = await sql<{ rank: string }>('select rank from task where project_id = ?', [projectId]);
    expect(new Set(ranks.map(({ rank }) => rank)).size).toBe(15);
    expect(Math.max(...ranks.map(({ rank }) => rank.length))).toBeLessThan(20);

    // One command takes one revision; its log has every card whose rank changed.
    expect(version).toBe((project?.revision ?? 0) + 1);
    const log = await sql<{ entity_id: string; fields: object; because: string | null }>(
      'select entity_id, fields, because from change where project_id = ? and revision = ?',
      [projectId, version],
    );
    const respaced = made.slice(1, 13).map(({ id }) => id);
    expect(log.map(({ entity_id: id }) => id).sort()).toEqual([moved.id as string, ...respaced].sort());
    for (const { entity_id: id, fields, because } of log) {
      expect(Object.keys(fields).sort()).toEqual(id === moved.id ? ['completedAt', 'rank', 'status'] : ['rank']);
      expect(because).toBe(id === moved.id ? null : 'respaced');
    }
  });

  it('adds no history, conflict or new updatedAt to cards that are only respaced', async () => {
    const made = await crowd();
    const moved = await newTask(mara, projectId, { status: 'DONE' });
    const other = made[4]?.id ?? '';
    const read = async () => (await mara.client.rest('get', `/tasks/${other}`)).body.data;
    const before = await read();
    const { version } = await drop(moved, { status: 'TODO', afterId: other, beforeId: made[8]?.id });
    const after = await read();
    expect(after).toEqual({ ...before, rank: after.rank, version });
    expect(after.rank).not.toBe(before.rank);
    const readRows = async (path: string) =>
      (await mara.client.rest('get', path)).body.data.filter((line: { revision: number }) => line.revision === version);
    expect(await readRows(`/tasks/${other}/history`)).toEqual([]);
    expect(await readRows(`/projects/${projectId}/activity`)).toMatchObject([{ entityId: moved.id }]);
    const em = server.orm.em.fork();
    expect(await readFieldsChangedSince(em, 'task', other, before.version)).toEqual(new Set());
    expect(await readFieldsChangedSince(em, 'task', moved.id, moved.version)).toEqual(
      new Set(['completedAt', 'rank', 'status']),
    );
  });

  it('keeps the places of all cards that a command moves there', async () => {
    const made = await crowd();
    const more = await Promise.all([1, 2, 3].map((at) => newTask(mara, projectId, { title: `new ${at}` })));
    // two of the crowd itself, in the opposite order, and three from elsewhere
    const moved = [made[12], more[0], made[8], more[2], more[1]].map((card) => card?.id ?? '');
    const { status, body } = await mara.client.rest('patch', '/tasks/bulk', { ids: moved, afterId: made[0]?.id });
    expect(status).toBe(200);
    expect(await column(mara)).toEqual(['0', '12', 'new 1', '8', 'new 3', 'new 2', '4']);
    expect((await columns()).slice(1)).toEqual([
      ['1', '5', '9', '13'],
      ['2', '6', '10'],
      ['3', '7', '11'],
    ]);
    const ranks = await sql<{ id: string; rank: string }>('select id, rank from task where project_id = ?', [
      projectId,
    ]);
    expect(Math.max(...ranks.map(({ rank }) => rank.length))).toBeLessThan(20);
    const stored = new Map(ranks.map(({ id, rank }) => [id, rank]));
    for (const { id, rank } of body.data.tasks) expect(rank).toBe(stored.get(id));
  });

  it('lets more cards be moved to that place', async () => {
    const made = await crowd();
    for (let i = 0; i < 10; i += 1) {
      const card = await newTask(mara, projectId, { title: `new ${i}` });
      const { rank } = await drop(card, { afterId: made[4]?.id, beforeId: made[8]?.id });
      expect(rank.length).toBeLessThanOrEqual(MAX_RANK_LENGTH);
    }
    expect((await column(mara)).slice(0, 2)).toEqual(['0', '4']);
    expect((await column(mara)).slice(-2)).toEqual(['8', '12']);
  });
});

describe('members of one project', () => {
  it('see the same order', async () => {
    const ines = await newPerson(server, 'Ines');
    projectId = (await newProject(mara)).id;
    await addMember(mara, projectId, ines);
    const [a, , , d] = await cards('ABCD');
    await drop(d, { beforeId: a?.id });
    expect(await column(ines)).toEqual(await column(mara));
  });
});
