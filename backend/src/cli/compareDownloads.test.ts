import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { KINDS } from '../exports/objects.js';
import type { Context } from '../request/context.js';
import { compareDownloads, type Comparison, LISTS, readDownload } from './compareDownloads.js';

/** Lists that an import does not take over yet, and why. A move of a team loses their objects. */
const NOT_MOVED: Readonly<Record<string, string>> = {};

const PROJECT = 'p1';
const ADDRESSES: Readonly<Record<string, string>> = { mara: 'mara@team.example', jon: 'jon@team.example' };

/** The lists of a download whose ids begin with a prefix, as they differ from server to server. */
const lists = (prefix: string) => ({
  projects: [{ id: PROJECT, name: 'Harbour', key: 'HARB', description: '', color: null, tagColors: {} }],
  members: [{ projectId: PROJECT, userId: `${prefix}jon`, role: 'MEMBER' }],
  columns: [{ projectId: PROJECT, id: `${prefix}c`, name: 'To do', status: 'TODO' }],
  tasks: [1, 2].map((number) => ({
    projectId: PROJECT,
    id: `${prefix}t${number}`,
    key: `HARB-${number}`,
    title: `Task ${number}`,
    rank: `a${number}`,
    columnId: `${prefix}c`,
    parentId: number === 2 ? `${prefix}t1` : null,
    assigneeId: `${prefix}jon`,
    description: `![](/files/00000000-0000-4000-8000-00000000000${prefix.length}/a.png)`,
  })),
  checklists: [{ projectId: PROJECT, taskId: `${prefix}t1`, id: `${prefix}i`, rank: 'a', text: 'Buy', done: true }],
  comments: [
    {
      projectId: PROJECT,
      taskId: `${prefix}t1`,
      text: 'Yes',
      authorName: 'Jon Tern',
      createdAt: '2026-11-01T10:00:00.000Z',
    },
  ],
  relations: [{ projectId: PROJECT, taskId: `${prefix}t1`, otherId: `${prefix}t2`, kind: 'BLOCKS' }],
  attachments: [{ projectId: PROJECT, taskId: `${prefix}t2`, name: 'a.png', size: 12, isCover: true }],
});
type Lists = ReturnType<typeof lists>;

async function side(rows: Lists, prefix: string) {
  const zip = new ZipFile();
  for (const [name, list] of Object.entries(rows)) zip.addBuffer(Buffer.from(JSON.stringify(list)), `${name}.json`);
  zip.end();
  const download = await readDownload(await buffer(zip.outputStream as Readable));
  return { download, addressOf: (id: unknown) => ADDRESSES[String(id).slice(prefix.length)] ?? null };
}

const compare = async (change: (rows: Lists) => void = () => undefined): Promise<Comparison> => {
  const now = lists('new');
  change(now);
  return compareDownloads(PROJECT, await side(lists('o'), 'o'), await side(now, 'new'));
};

it('compares every list of objects that a download has, or says why not', () => {
  const files = Object.values(KINDS).flatMap((kind) => kind.files({} as Context, (pages) => pages));
  const names = files.flatMap(({ name }) => (name.endsWith('.json') ? [name.replace('.json', '')] : []));
  expect([...LISTS, ...Object.keys(NOT_MOVED)].toSorted()).toEqual(names.toSorted());
});

describe('two downloads of one project', () => {
  it('do not differ by their ids', async () => {
    expect(await compare()).toEqual({ objects: 9, differences: [] });
  });

  it.each<[string, (rows: Lists) => unknown, string[]]>([
    ['a comment is missing', ({ comments }) => comments.pop(), ['Comment 1 of HARB-1: missing']],
    ['a file is missing', ({ attachments }) => attachments.pop(), ['File 1 of HARB-2: missing']],
    ['a relation is missing', ({ relations }) => relations.pop(), ['Relation HARB-1 BLOCKS HARB-2: missing']],
    [
      'an item is open again',
      ({ checklists }) => (checklists[0]!.done = false),
      ['Checklist item 1 of HARB-1: done was true, is false'],
    ],
    [
      'a task has another assignee',
      ({ tasks }) => (tasks[0]!.assigneeId = 'newmara'),
      ['Task HARB-1: assignee was "jon@team.example", is "mara@team.example"'],
    ],
    ['a member is missing', ({ members }) => members.pop(), ['Member jon@team.example: missing']],
    [
      'tasks changed places',
      ({ tasks }) => (tasks[0]!.rank = 'b'),
      ['Task HARB-1: place was 1, is 2', 'Task HARB-2: place was 2, is 1'],
    ],
    ['a column is new', ({ columns }) => columns.push({ ...columns[0]!, id: 'c2' }), ['Column 2: not in the old cell']],
  ])('differ: %s', async (_, change, differences) => {
    expect((await compare((rows) => void change(rows))).differences).toEqual(differences);
  });
});
