import { createHash } from 'node:crypto';
import { TaskOrder } from '../../contract/enums.js';
import { excerptTask } from '../../contract/excerpt.js';
import { initialsOf } from '../../contract/initials.js';
import { SHARE_LINKS } from '../../contract/limits.js';
import { dayAt } from '../../contract/localDays.js';
import { sharedBoardSchema, sharedTasksSchema } from '../../contract/shareLinks.js';
import type { TaskFilter } from '../../contract/tasks.js';
import { viewFilterSchema } from '../../contract/views.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { readColumns } from '../columns/column.reads.js';
import type { ColumnFields } from '../columns/homeColumns.js';
import { badRequest, notFound } from '../platform/lib/errors.js';
import { parse } from '../platform/lib/parse.js';
import { type Context, newContext } from '../request/context.js';
import { nextCursor } from '../request/page.js';
import { readTaskGroups, readTasks, type TaskRow } from '../tasks/task.reads.js';
import { userLoader } from '../users/user.reads.js';
import { getOwnEntry } from '../write/changeLog.js';
import { requireLink } from './openLink.js';
import { sharedCacheOf } from './sharedCache.js';
import type { SharedBoardType, SharedColumnType, SharedTaskPageType, SharedTaskType } from './sharedBoard.types.js';
import type { ValidLink } from './shareLink.reads.js';

/** Reads for a link: as its creator, and only in its project. */
interface Reading {
  ctx: Context;
  link: ValidLink;
  filter: TaskFilter;
}

function startReading({ resources }: Context, link: ValidLink): Reading {
  const { creatorId: userId, projectId } = link;
  const program = { tokenId: '', scope: 'READ', projectIds: [projectId] } as const;
  return {
    ctx: newContext(resources, { viewer: { userId, sessionId: '', program } }),
    link,
    filter: { ...parse(viewFilterSchema, link.filter), projectId },
  };
}

/** Returns an id that is only valid within a link, so that visitors get no ids of the API. */
const hideId = (link: ValidLink, id: string): string =>
  createHash('sha256').update(`${link.id} ${id}`).digest('base64url').slice(0, 16);

/** Returns the columns that can contain tasks shown by the link. */
async function findColumns({ ctx, link, filter }: Reading): Promise<ColumnFields[]> {
  const columns = await readColumns(ctx, link.projectId);
  return columns.filter(
    ({ id, status }) =>
      (!filter.columnIds?.length || filter.columnIds.includes(id)) &&
      (!filter.statuses?.length || filter.statuses.includes(status)),
  );
}

async function presentTasks({ ctx, link }: Reading, rows: readonly TaskRow[]): Promise<SharedTaskType[]> {
  const { timeZone } = await readPreferences(ctx, link.creatorId);
  const assignees = link.initials ? rows.map(({ assigneeId }) => assigneeId).filter((id) => id !== null) : [];
  const people = await userLoader(ctx).loadMany([...new Set(assignees)]);
  const initials = new Map(
    people.flatMap((person) => (person && 'id' in person ? [[person.id, initialsOf(person)]] : [])),
  );
  return rows.map((row) => ({
    id: hideId(link, row.id),
    title: row.title,
    excerpt: excerptTask(row),
    priority: row.priority,
    dueDay: row.dueDay ?? (row.dueDate === null ? null : dayAt(new Date(row.dueDate), timeZone)),
    tags: row.tags.map((name) => ({ name, color: getOwnEntry(link.tagColors, name) })),
    checklistTotal: row.checklistTotal ?? 0,
    checklistDone: row.checklistDone ?? 0,
    initials: initials.get(row.assigneeId ?? '') || null,
  }));
}

/** Encrypts a cursor, which has the id and the time of a task in it. */
const sealCursor = ({ ctx, link }: Reading, cursor: string | null): string | null =>
  cursor === null ? null : ctx.resources.secrets.seal(cursor, link.id);

function openCursor({ ctx, link }: Reading, sealed: string | null): string | null {
  const cursor = sealed === null ? null : ctx.resources.secrets.open(sealed, link.id);
  if (cursor === null && sealed !== null) throw badRequest('Malformed cursor');
  return cursor;
}

async function readTasksOfColumn(
  reading: Reading,
  { id, status }: ColumnFields,
  after: string | null,
): Promise<SharedTaskPageType> {
  const order = status === 'DONE' ? TaskOrder.COMPLETED_DESC : TaskOrder.RANK_ASC;
  const filter = { ...reading.filter, columnIds: [id] };
  const page = await readTasks(reading.ctx, filter, order, {
    first: SHARE_LINKS.pageOfColumn,
    after,
    counts: ['items'],
  });
  return { tasks: await presentTasks(reading, page.rows), next: sealCursor(reading, nextCursor(page)) };
}

async function buildBoard(reading: Reading): Promise<SharedBoardType> {
  const { ctx, link, filter } = reading;
  const counts = new Map(
    (await readTaskGroups(ctx, filter, { groupBy: 'COLUMN', timeZone: null })).map(({ key, count }) => [key, count]),
  );
  const columns: SharedColumnType[] = [];
  // one after another: a visitor must not take more than one connection
  for (const column of await findColumns(reading)) {
    const { id, name, color, status, hidden } = column;
    const taskCount = counts.get(id) ?? 0;
    if (hidden && taskCount === 0) continue;
    const page = taskCount > 0 ? await readTasksOfColumn(reading, column, null) : { tasks: [], next: null };
    const { tasks, next } = page;
    columns.push({ id: hideId(link, id), name, color, status, taskCount, tasks, next });
  }
  const { projectName, projectColor: color, revision, expiresAt } = link;
  return { projectName, color, revision, expiresAt, columns };
}

/** Returns the board that a link shows, cached for all its visitors. */
export async function readSharedBoard(ctx: Context, raw: unknown): Promise<SharedBoardType> {
  const link = await requireLink(ctx, parse(sharedBoardSchema, raw));
  return sharedCacheOf(ctx.resources).get([link.id, link.revision], () => buildBoard(startReading(ctx, link)));
}

export async function readSharedTasks(ctx: Context, raw: unknown): Promise<SharedTaskPageType> {
  const { column: columnId, after = null, ...named } = parse(sharedTasksSchema, raw);
  const link = await requireLink(ctx, named);
  return sharedCacheOf(ctx.resources).get([link.id, link.revision, columnId, after], async () => {
    const reading = startReading(ctx, link);
    const column = (await findColumns(reading)).find(({ id }) => hideId(link, id) === columnId);
    if (!column) throw notFound('Column');
    return readTasksOfColumn(reading, column, openCursor(reading, after));
  });
}
