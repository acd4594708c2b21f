import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { importReason, type ImportReason, type ImportThing } from '../../contract/importReasons.js';
import { IMPORTS } from '../../contract/limits.js';
import { dayAt } from '../../contract/localDays.js';
import { ARCHIVED } from '../../contract/trash.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { readFile } from '../attachments/fileStore.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import { COMMAND_MS, withDeadline } from '../platform/lib/deadline.js';
import { AppError } from '../platform/lib/errors.js';
import { Project } from '../projects/project.entity.js';
import { readOwnedKeys } from '../projects/projectKey.js';
import { newProject as createProject } from '../projects/project.service.js';
import { type Context, contextFor, type Resources } from '../request/context.js';
import { command, type Tx, type Written } from '../write/command.js';
import { ArchiveFiles, type FileOutcome, refuseIfFull } from './archiveFiles.js';
import { requireImportable } from './import.access.js';
import type { StoredPlan } from './import.reads.js';
import { type Attempt, finishPart, ImportEnded, runImportJob } from './importProgress.js';
import { type ImportOrder, type ImportPlan, planImport } from './plan.js';
import { fileIdOf } from './planParts.js';
import { planTasks } from './planTasks.js';
import { type CountedHead, type DraftTask, UnreadableFile } from './read/draft.js';
import { type ReadFile, readInProcess } from './reader.js';
import { addCounts, type Line, newLine, noCounts } from './report.js';
import { forgetOtherParts, type PlannedPart, type Run, taskIdOf } from './run.js';
import { createsProject, findUnchangedParts } from './unchangedParts.js';
import { writeColumns, writeTasks } from './writeImport.js';

/** The longest pause between two parts. */
const PAUSE_MAX_MS = 1_000;

type Done = Pick<PlannedPart, 'lines' | 'made' | 'kept' | 'refused'>;

/** Marks a part as done, and adds its results to the report. */
function addToReport(
  em: EntityManager,
  attempt: Attempt,
  n: number,
  { lines, made, kept, refused }: Done,
  tasks: number,
  revision: number | null,
): Promise<void> {
  const { report, dryRun } = attempt;
  return finishPart(em, attempt, 'RUNNING', n, {
    tasks,
    report: {
      ...report,
      made: addCounts(report.made, made),
      kept: addCounts(report.kept, kept),
      refused: report.refused + refused,
    },
    // A dry run creates no tasks, so its lines cannot refer to any.
    lines: dryRun ? lines.map((line) => ({ ...line, taskId: null })) : lines,
    revision,
  });
}

/** Describes the plan. Columns of a project that does not exist yet have no ids. */
function toStoredPlan(head: CountedHead, { lists, people }: ImportPlan, isNew: boolean): StoredPlan {
  const placed = new Map(lists.map((list) => [list.list.id, list]));
  return {
    name: head.name,
    fields: head.fields,
    dateOrder: head.dateOrder,
    lists: head.lists.flatMap(({ id, name, isArchived }) => {
      const list = placed.get(id);
      const known = { name, tasks: head.counts.byList.get(id) ?? 0, isArchived };
      if (!list) {
        const done = { columnId: null, columnName: 'Done', status: 'DONE' as const, isNew: false, isTagged: false };
        return known.tasks > 0 ? [{ ...known, ...done }] : [];
      }
      const { column, how, isTagged } = list;
      const columnId = isNew || how !== 'PRESENT' ? null : column.id;
      const { name: columnName, status } = column;
      return [{ ...known, columnId, columnName, status, isNew: how !== 'PRESENT', isTagged }];
    }),
    // In our own download, people who have only created tasks are known, too.
    people: people.flatMap(({ person: { id, name }, userId }) => {
      const count = head.counts.byPerson.get(id) ?? 0;
      return count > 0 ? [{ name, tasks: count, userId }] : [];
    }),
    tasks: head.tasks,
    archived: head.counts.archived,
    comments: head.counts.comments,
    checklistItems: head.counts.checklistItems,
    projects: head.own?.projects ?? [],
    project: head.own?.projectId ?? null,
  };
}

async function storePlan({ orm }: Resources, { id, attempt }: Attempt, plan: StoredPlan): Promise<void> {
  const { rows } = await sql`
    update import set plan = coalesce(plan, ${toJsonb(plan)}), total = ${plan.tasks}
    where id = ${id} and attempt = ${attempt} and state = 'RUNNING' returning id`.execute(orm.em.fork().getKysely());
  if (rows.length === 0) throw new ImportEnded();
}

/** Groups tasks into parts of about as many objects as a command may write. The groups depend only on the file. */
async function* groupIntoBatches(tasks: AsyncIterable<DraftTask[]>): AsyncGenerator<DraftTask[]> {
  let part: DraftTask[] = [];
  let objects = 0;
  for await (const some of tasks) {
    for (const task of some) {
      const { comments, checklist, relations = [], own } = task;
      const size = 1 + comments.length + checklist.length + relations.length + (own?.files.length ?? 0);
      if (part.length > 0 && objects + size > IMPORTS.batch) {
        yield part;
        [part, objects] = [[], 0];
      }
      part.push(task);
      objects += size;
    }
  }
  if (part.length > 0) yield part;
}

/** Runs a part of the import as a command of the person. The import's id is stored in its change set. */
const inCommand = (
  ctx: Context,
  { id }: Attempt,
  n: number,
  projectIds: readonly string[],
  run: (tx: Tx) => Promise<void>,
): Promise<Written<void>> =>
  command(
    { ...ctx, idempotencyKey: `import:${id}:${n}` },
    { operation: 'import', input: { id, part: n }, projectIds, run },
  );

const lineOfProject = (what: ImportThing, why: ImportReason): Line => newLine({ kind: 'project' }, what, why);

/** Plans everything but the tasks: the project, its columns and tags. */
async function planProject(em: EntityManager, { newProject, userId }: Attempt, isNew: boolean, head: CountedHead) {
  const key = newProject?.key ?? null;
  const { own, description = '' } = head;
  if (!isNew && description !== '') {
    return { key, lines: [lineOfProject({ kind: 'description' }, importReason('keepsOwn'))] };
  }
  if (!own) return { key, lines: [] };
  if (!isNew) return { key, lines: [lineOfProject({ kind: 'projectFields' }, importReason('keepsOwn'))] };
  if (key !== null || own.key === null) return { key, lines: [] };
  const isTaken = (await readOwnedKeys(em, userId)).has(own.key);
  if (!isTaken) return { key: own.key, lines: [] };
  return { key, lines: [lineOfProject({ kind: 'key', name: own.key }, importReason('keyChanged'))] };
}

/** The number of columns that an import creates. Lists can share one. */
const countNew = (lists: ImportPlan['lists']): number =>
  new Set(lists.flatMap(({ how, column }) => (how === 'PRESENT' ? [] : column.id))).size;

/**
 * The first part: creates the project, if it is new, its columns and the colors of its tags. Returns the plan that it
 * has written: others can have added columns to the project since it was planned, or changed the role of the person.
 */
async function makeColumns(
  ctx: Context,
  attempt: Attempt,
  head: CountedHead,
  order: ImportOrder,
  planned: ImportPlan,
): Promise<ImportPlan> {
  const { targetId, newProject, dryRun, id, userId } = attempt;
  const isNew = createsProject(attempt);
  const project = await planProject(ctx.resources.orm.em.fork(), attempt, isNew, head);
  const toDone = ({ lists, unknown }: ImportPlan): Done => ({
    lines: [
      ...head.losses.map(({ row, what, why }) => newLine(row, what, why)),
      ...unknown.map((what) => newLine({ kind: 'choice' }, what, importReason('nameNotInFile'))),
      ...project.lines,
    ],
    made: { ...noCounts(), columns: countNew(lists) },
    kept: noCounts(),
    refused: 0,
  });
  if (dryRun) {
    await ctx.resources.orm.em.fork().transactional((em) => addToReport(em, attempt, 0, toDone(planned), 0, null));
    return planned;
  }
  let plan = planned;
  await inCommand(ctx, attempt, 0, isNew ? [] : [targetId], async (tx) => {
    if (!isNew) plan = await planImport(tx.em, userId, head, order);
    const target = isNew
      ? await createProject(tx, {
          id: targetId,
          name: newProject?.name ?? head.name,
          description: head.own?.description ?? head.description ?? '',
          color: head.own?.color,
          key: project.key,
          isTemplate: head.own?.isTemplate ?? false,
        })
      : await tx.em.findOneOrFail(Project, { id: targetId });
    await writeColumns(tx, target, { isNew: order.isNew, lists: plan.lists, tagColors: head.tagColors });
    await sql`update import set project_id = ${targetId} where id = ${id}`.execute(tx.em.getKysely());
    await addToReport(tx.em, attempt, 0, toDone(plan), 0, tx.revisionOf(targetId));
  });
  return plan;
}

/** Stores the contents of the files of a part, except those that the project already has. Returns their outcomes. */
async function storeFiles(
  ctx: Context,
  run: Run,
  files: ArchiveFiles | null,
  drafts: readonly DraftTask[],
): Promise<Map<string, FileOutcome>> {
  const outcomes = new Map<string, FileOutcome>();
  const wanted = drafts.flatMap((draft) => {
    const taskId = taskIdOf(run, draft.id);
    return (draft.own?.files ?? []).map((file) => ({ id: fileIdOf(taskId, file.id), file }));
  });
  if (!files) return outcomes;
  // Files of other tasks are stored with these. Here, it only matters that the archive has them.
  for (const { id, taskId } of drafts.flatMap(({ own }) => own?.pictures ?? [])) {
    if (files.has(id)) outcomes.set(fileIdOf(taskIdOf(run, taskId), id), { stored: null });
  }
  if (wanted.length === 0) return outcomes;
  const { rows } = await sql<{ id: string }>`
    select id from attachment where id = any(${wanted.map(({ id }) => id)}::uuid[])`.execute(
    ctx.resources.orm.em.fork().getKysely(),
  );
  const present = new Set(rows.map(({ id }) => id));
  for (const { id, file } of wanted) if (!present.has(id)) outcomes.set(id, await files.store(file));
  return outcomes;
}

/** A part with tasks. */
async function makeTasks(
  ctx: Context,
  attempt: Attempt,
  n: number,
  run: Run,
  files: ArchiveFiles | null,
  drafts: DraftTask[],
): Promise<void> {
  const { orm, now } = ctx.resources;
  const outcomes = await storeFiles(ctx, run, files, drafts);
  if (attempt.dryRun) {
    await orm.em.fork().transactional(async (em) => {
      const planned = await planTasks(em, run, drafts, outcomes, now());
      await addToReport(em, attempt, n, planned, drafts.length, null);
    });
    return;
  }
  const { revision } = await inCommand(ctx, attempt, n, [run.targetId], async (tx) => {
    const isAlone = run.revision !== null && tx.revisionOf(run.targetId) === run.revision + 1;
    if (!isAlone) forgetOtherParts(run);
    const fitting = await refuseIfFull(tx.em, run.targetId, outcomes);
    const planned = await planTasks(tx.em, run, drafts, fitting, tx.now);
    await writeTasks(tx, run, planned);
    await addToReport(tx.em, attempt, n, planned, drafts.length, tx.revisionOf(run.targetId));
  });
  run.revision = revision;
}

/** Tables are analyzed after this many parts, and then again at intervals. */
const ANALYZED_AFTER = 10;
const ANALYZED_EVERY = 100;

/**
 * Updates the statistics of the tables. PostgreSQL does so a minute later; until then, it would search other people's
 * tasks among the imported ones, and their lists took five times as long.
 */
async function analyze({ orm }: Resources): Promise<void> {
  await withDeadline(COMMAND_MS, () => sql`analyze task, comment, checklist_item`.execute(orm.em.fork().getKysely()));
}

/** Waits after work for as long as it took, so that the database is free for other requests half of the time. */
async function withPause(work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await work();
  await sleep(Math.min(PAUSE_MAX_MS, performance.now() - started));
}

/** Plans the import and writes it part by part. */
async function writeInBatches(
  ctx: Context,
  attempt: Attempt,
  order: ImportOrder,
  { head, tasks }: ReadFile,
  {
    timeZone,
    files,
    signal,
    keepsNumbers,
  }: { timeZone: string; files: ArchiveFiles | null; signal: AbortSignal | undefined; keepsNumbers: boolean },
): Promise<void> {
  const { resources } = ctx;
  const { userId, source, targetId, mapping } = attempt;
  const { isNew } = order;
  let plan = await planImport(resources.orm.em.fork(), userId, head, order);
  await storePlan(resources, attempt, toStoredPlan(head, plan, isNew));
  const begun = attempt.part;
  if (begun === 0) plan = await makeColumns(ctx, attempt, head, order, plan);
  const run: Run = {
    source,
    targetId,
    userId,
    withArchived: mapping.archived ?? true,
    timeZone,
    plan,
    levels: new Map(),
    subtasks: new Map(),
    seen: new Set(),
    isNew: keepsNumbers,
    lastNumber: keepsNumbers ? (head.own?.lastNumber ?? 0) : 0,
    relations: null,
    revision: null,
  };
  let next = 1;
  for await (const drafts of groupIntoBatches(tasks)) {
    const n = next;
    signal?.throwIfAborted();
    // Skips parts that an earlier attempt has finished.
    if (n < begun) for (const { id } of drafts) run.seen.add(taskIdOf(run, id));
    else await withPause(() => makeTasks(ctx, attempt, n, run, files, drafts));
    next += 1;
    if (!attempt.dryRun && n >= begun && (n === ANALYZED_AFTER || n % ANALYZED_EVERY === 0)) await analyze(resources);
  }
  if (!attempt.dryRun && next > ANALYZED_AFTER) await analyze(resources);
}

async function runAttempt(resources: Resources, attempt: Attempt, signal: AbortSignal | undefined): Promise<void> {
  const { orm, objects, now, env } = resources;
  const { userId, source, targetId, mapping, people, fileId, size, dryRun } = attempt;
  const ctx = contextFor(resources, userId);
  // The plan shows columns and members, and a dry run writes nothing, so no command checks this later.
  if (!createsProject(attempt)) await requireImportable(ctx, targetId);
  const { timeZone } = await readPreferences(ctx, userId);
  const options = {
    source,
    timeZone,
    today: dayAt(now(), timeZone),
    fields: mapping.fields ?? [],
    dateOrder: mapping.dateOrder ?? null,
    project: mapping.project ?? null,
  };
  const unchangedParts = await findUnchangedParts(orm.em.fork(), attempt);
  const order: ImportOrder = { targetId, isNew: unchangedParts.board, mapping, people };
  const bytes = readFile({ orm, objects }, fileId, 0, size - 1);
  await readInProcess(
    env.dataDir,
    options,
    bytes,
    async (file) => {
      const files =
        source === 'CAIRN' ? await ArchiveFiles.open({ ctx, projectId: targetId, fileId, size, dryRun, signal }) : null;
      try {
        await writeInBatches(ctx, attempt, order, file, {
          timeZone,
          files,
          signal,
          keepsNumbers: unchangedParts.tasks,
        });
      } finally {
        files?.close();
      }
    },
    signal,
  );
}

/** Returns why the project refused a part. */
function explainRefusal({ invalid, message }: AppError): ImportReason {
  const [first] = Object.values(invalid ?? {}).flat();
  const key = first?.key === 'keyTaken' ? first.params['key'] : undefined;
  return typeof key === 'string'
    ? importReason('keyTaken', { key })
    : importReason('refused', { message: first?.text ?? message });
}

/** Returns why an import cannot continue; null if a retry can help. */
function explain(error: unknown): ImportReason | null {
  if (error instanceof UnreadableFile) return error.reason;
  if (!(error instanceof AppError)) return null;
  if (error.code === 'NOT_FOUND') return importReason('projectGone');
  if (error.code === 'FORBIDDEN') return importReason(error.message === ARCHIVED ? 'projectArchived' : 'noRight');
  return error.code === 'VALIDATION_FAILED' ? explainRefusal(error) : null;
}

/**
 * The job of an import. After a crash it continues with the first unfinished part, because each part and its mark are
 * one transaction.
 */
export const runImport = (resources: Resources, raw: unknown, tries: number, signal?: AbortSignal): Promise<void> =>
  runImportJob(resources, raw, tries, signal, {
    from: 'RUNNING',
    to: 'DONE',
    run: (attempt) => runAttempt(resources, attempt, signal),
    explain,
    failure: importReason('stopped'),
  });
