import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { DateOrder, ImportField, ImportSource, ImportState, TaskStatus } from '../../contract/enums.js';
import { IMPORT_THINGS, type ImportReason, type ImportThing } from '../../contract/importReasons.js';
import type { ImportMapping, StartImportInput } from '../../contract/imports.js';
import { IMPORTS as LIMIT } from '../../contract/limits.js';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { type Context, requireViewer } from '../request/context.js';
import { defineLoader } from '../request/loaders.js';
import type { CairnProject } from './read/draft.js';
import { type ImportCounts, type LineWords, noCounts, type StoredReport } from './report.js';

/** The contents of a file and where they go, as stored. */
export interface StoredPlan {
  name: string;
  fields: { column: string; field: ImportField; samples: string[] }[];
  dateOrder: DateOrder | null;
  lists: {
    name: string;
    tasks: number;
    isArchived: boolean;
    columnId: string | null;
    columnName: string;
    status: TaskStatus;
    isNew: boolean;
    isTagged: boolean;
  }[];
  people: { name: string; tasks: number; userId: string | null }[];
  tasks: number;
  archived: number;
  comments: number;
  checklistItems: number;
  /** Only for our own download. Plans of earlier versions have neither. */
  projects?: CairnProject[];
  project?: string | null;
}

const ROWS = new Rows({
  id: sql<string>`i.id`,
  source: sql<ImportSource>`i.source`,
  state: sql<ImportState>`i.state`,
  dryRun: sql<boolean>`i.dry_run`,
  projectId: sql<string | null>`i.project_id`,
  newProject: sql<NonNullable<StartImportInput['newProject']> | null>`i.new_project`,
  mapping: sql<ImportMapping>`i.mapping`,
  done: sql<number>`i.done`,
  total: sql<number>`i.total`,
  plan: sql<StoredPlan | null>`i.plan`,
  report: sql<StoredReport>`i.report`,
  failure: sql<string | null>`i.failure`,
  failureReason: sql<ImportReason | null>`i.failure_reason`,
  createdAt: time(sql`i.created_at`),
  finishedAt: time<Date | null>(sql`i.finished_at`),
  expiresAt: time(sql`i.expires_at`),
});
export type ImportRow = RowOf<typeof ROWS>;

const selectOwn = (ctx: Context) =>
  sql`from import i where i.user_id = ${requireViewer(ctx).userId} and i.expires_at > ${ctx.resources.now()}`;

/** Returns the viewer's newest 50 imports that are still kept. */
export const readImports = (ctx: Context): Promise<ImportRow[]> =>
  ROWS.read(ctx.em, sql`${selectOwn(ctx)} order by i.created_at desc, i.id desc limit 50`);

/** Returns one of the viewer's imports. Throws NOT_FOUND if it does not exist or is no longer kept. */
export const readImport = (ctx: Context, id: string): Promise<ImportRow> =>
  ROWS.one(ctx.em, 'Import', sql`${selectOwn(ctx)} and i.id = ${id}`);

/** Things of one kind that were left out for the same reason. */
interface Left {
  what: string;
  kind: string | null;
  why: string;
  reason: ImportReason | null;
  count: number;
}

interface Refused {
  row: string;
  thing: ImportThing | null;
  why: string;
  reason: ImportReason | null;
}

/** The results of an import, as the API returns them. */
export interface ImportReport {
  made: ImportCounts;
  kept: ImportCounts;
  undone: ImportCounts | null;
  left: Left[];
  refused: Refused[];
  refusedCount: number;
  lineCount: number;
}

/** The kind of a line, and its text without the name. Lines of earlier versions have only the text. */
const KIND = sql<string | null>`words -> 'what' ->> 'kind'`;
const WHAT = sql<string>`case when words is null then trim(regexp_replace(what, '“.*”', '')) else '' end`;
const REASON = sql<ImportReason | null>`words -> 'why'`;

/** The English text of a kind. A later version can have kinds that are unknown here. */
const englishKind = (kind: string): string => (IMPORT_THINGS as Readonly<Record<string, string>>)[kind] ?? kind;

/** Reads reports: what was left out, in groups with the most frequent first, and the first refused rows. */
export async function readReports(em: EntityManager, imports: readonly ImportRow[]): Promise<ImportReport[]> {
  const db = em.getKysely();
  const ids = imports.map(({ id }) => id);
  const isOf = sql`import_id = any(${ids}::uuid[])`;
  const { rows: left } = await sql<Left & { importId: string }>`
    select import_id as "importId", what, kind, why, reason, count from (
      select import_id, ${WHAT} as what, ${KIND} as kind, why, ${REASON} as reason, count(*)::int as count,
        row_number() over (partition by import_id order by count(*) desc, ${KIND}, ${WHAT}, why) as place
      from import_line where ${isOf} and not is_refused group by import_id, ${WHAT}, ${KIND}, why, ${REASON}) grouped
    where place <= ${LIMIT.linesShown} order by import_id, place`.execute(db);
  const { rows: refused } = await sql<
    Omit<Refused, 'thing' | 'reason'> & { importId: string; words: LineWords | null }
  >`
    select import_id as "importId", item as row, why, words from (
      select import_id, item, why, words, row_number() over (partition by import_id order by n) as place
      from import_line where ${isOf} and is_refused) line
    where place <= ${LIMIT.linesShown} order by import_id, place`.execute(db);
  const [leftOf, refusedOf] = [Map.groupBy(left, (it) => it.importId), Map.groupBy(refused, (it) => it.importId)];
  return imports.map(({ id, report: { made, kept, undone, refused: refusedCount, lines: lineCount } }) => ({
    made: { ...noCounts(), ...made },
    kept: { ...noCounts(), ...kept },
    undone: undone && { ...noCounts(), ...undone },
    left: (leftOf.get(id) ?? []).map(({ importId: _importId, ...it }) => ({
      ...it,
      what: it.kind === null ? it.what : englishKind(it.kind),
    })),
    refused: (refusedOf.get(id) ?? []).map(({ row, why, words }) => ({
      row,
      thing: words?.item ?? null,
      why,
      reason: words?.why ?? null,
    })),
    refusedCount,
    lineCount,
  }));
}

const LINES_AT_ONCE = 1_000;

export interface ReportLine {
  n: number;
  isRefused: boolean;
  item: string;
  what: string;
  why: string;
}

export async function* reportLines(em: EntityManager, id: string): AsyncGenerator<ReportLine[]> {
  for (let after = -1; ;) {
    const { rows } = await sql<ReportLine>`
      select n, is_refused as "isRefused", item, what, why from import_line
      where import_id = ${id} and n > ${after} order by n limit ${LINES_AT_ONCE}`.execute(em.getKysely());
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.n;
  }
}

export interface TaskOrigin {
  source: ImportSource;
  id: string;
  url: string | null;
}

const originLoader = defineLoader<TaskOrigin>(
  async (ctx, ids) => {
    const { rows } = await sql<TaskOrigin & { taskId: string }>`
      select task_id as "taskId", source, id, url from task_origin where task_id = any(${idArray(ids)}) ${PREPARABLE}`.execute(
      ctx.em.getKysely(),
    );
    return new Map(rows.map(({ taskId, ...origin }) => [taskId, origin]));
  },
  { forViewer: true },
);

/** Returns a task's origin; null if it was not imported. The caller must have checked access to the task. */
export const readOrigin = async (ctx: Context, taskId: string): Promise<TaskOrigin | null> =>
  (await originLoader(ctx).load(taskId)) ?? null;
