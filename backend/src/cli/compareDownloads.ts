import { fromBufferPromise } from 'yauzl';
import { buffer } from 'node:stream/consumers';

/* Compares two downloads of a project, to prove that a move to another server loses nothing. Ids differ between the
   servers, so tasks are matched by key and people by email address. */

type Row = Readonly<Record<string, unknown>>;

/** The lists of a download by file name. */
export type Download = ReadonlyMap<string, readonly Row[]>;

export const LISTS = ['projects', 'members', 'columns', 'tasks', 'checklists', 'comments', 'relations', 'attachments'];

export async function readDownload(file: Buffer): Promise<Download> {
  const zip = await fromBufferPromise(file, { lazyEntries: true });
  const lists = new Map<string, Row[]>();
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.replace(/\.json$/, '');
    if (!LISTS.includes(name)) continue;
    lists.set(name, JSON.parse((await buffer(await zip.openReadStreamPromise(entry))).toString()) as Row[]);
  }
  return lists;
}

/** Returns the address of an account, by its id. */
type AddressOf = (id: unknown) => string | null;

/** The fields of objects, by names that are the same on both servers. */
type Facts = Map<string, Row>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Removes file ids, which differ, from the pictures in texts. */
const withoutIds = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/\/files\/[0-9a-f-]{36}\//g, '/files/') : value;
const pick = (row: Row, ...names: string[]): Row =>
  Object.fromEntries(names.map((name) => [name, withoutIds(row[name] ?? null)]));
const byText =
  (...names: string[]) =>
  (one: Row, other: Row): number => {
    const [left, right] = [one, other].map((row) => names.map((name) => text(row[name])).join('\n')) as [
      string,
      string,
    ];
    return left < right ? -1 : Number(left > right);
  };

/** Returns who wrote a comment, and when; imported comments name their original author. */
function writerOf(comment: Row): Row {
  const source = (comment['importedFrom'] ?? comment['copiedFrom']) as Row | null | undefined;
  return { name: source?.['name'] ?? comment['authorName'], at: source?.['at'] ?? comment['createdAt'] };
}

function factsOf(download: Download, projectId: string, addressOf: AddressOf): Facts {
  const rowsOf = (name: string): Row[] => (download.get(name) ?? []).filter((row) => row['projectId'] === projectId);
  const facts: Facts = new Map();
  const project = download.get('projects')?.find(({ id }) => id === projectId);
  if (!project) return facts;
  facts.set('Project', pick(project, 'name', 'key', 'description', 'color', 'isTemplate', 'tagColors'));
  for (const member of rowsOf('members')) {
    facts.set(`Member ${addressOf(member['userId']) ?? text(member['username'])}`, pick(member, 'role'));
  }
  const columns = rowsOf('columns');
  for (const [at, column] of columns.entries()) {
    facts.set(`Column ${at + 1}`, pick(column, 'name', 'status', 'color', 'limit', 'hidden'));
  }
  const tasks = rowsOf('tasks').toSorted(byText('rank', 'id'));
  // A task has no key for a moment after it was created.
  const nameOf = new Map(
    tasks.map((task, at) => [task['id'], text(task['key']) || `${at + 1} ${text(task['title'])}`]),
  );
  const columnPlaces = new Map<unknown, number>();
  for (const task of tasks) {
    const place = (columnPlaces.get(task['columnId']) ?? 0) + 1;
    columnPlaces.set(task['columnId'], place);
    facts.set(`Task ${nameOf.get(task['id'])}`, {
      ...pick(
        task,
        'title',
        'description',
        'status',
        'columnName',
        'priority',
        'dueDate',
        'dueDay',
        'startDate',
        'tags',
      ),
      ...pick(task, 'completedAt', 'createdAt', 'repeat', 'occurrence'),
      place,
      parent: nameOf.get(task['parentId']) ?? null,
      assignee: addressOf(task['assigneeId']),
      creator: addressOf(task['creatorId']),
    });
  }
  const addParts = (what: string, rows: Row[], order: string[], fields: string[]): void => {
    const counts = new Map<unknown, number>();
    for (const row of rows.toSorted(byText('taskId', ...order))) {
      const count = (counts.get(row['taskId']) ?? 0) + 1;
      counts.set(row['taskId'], count);
      facts.set(`${what} ${count} of ${nameOf.get(row['taskId'])}`, pick(row, ...fields));
    }
  };
  addParts('Checklist item', rowsOf('checklists'), ['rank', 'id'], ['text', 'done']);
  const comments = rowsOf('comments').map((row): Row => ({ ...row, ...writerOf(row) }));
  addParts('Comment', comments, ['at', 'text'], ['text', 'name', 'at']);
  addParts('File', rowsOf('attachments'), ['name', 'createdAt'], ['name', 'size', 'isCover']);
  for (const relation of rowsOf('relations')) {
    const [one, other] = [nameOf.get(relation['taskId']), nameOf.get(relation['otherId'])];
    facts.set(`Relation ${one} ${text(relation['kind'])} ${other}`, {});
  }
  return facts;
}

export interface Comparison {
  /** The number of objects in the old download. */
  objects: number;
  /** One message per lost or changed object; empty if there is none. */
  differences: string[];
}

export function compareDownloads(
  projectId: string,
  old: { download: Download; addressOf: AddressOf },
  now: { download: Download; addressOf: AddressOf },
): Comparison {
  const [before, after] = [old, now].map(({ download, addressOf }) => factsOf(download, projectId, addressOf)) as [
    Facts,
    Facts,
  ];
  const differences: string[] = [];
  for (const [name, fields] of before) {
    const found = after.get(name);
    if (!found) differences.push(`${name}: missing`);
    for (const [field, value] of Object.entries(found ? fields : {})) {
      const [was, is] = [value, found?.[field]].map((given) => JSON.stringify(given ?? null));
      if (was !== is) differences.push(`${name}: ${field} was ${was}, is ${is}`);
    }
  }
  for (const name of after.keys()) if (!before.has(name)) differences.push(`${name}: not in the old cell`);
  return { objects: before.size, differences };
}
