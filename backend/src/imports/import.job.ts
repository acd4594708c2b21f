import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { IMPORTS } from '../../contract/limits.js';
import { dayAt } from '../../contract/localDays.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { readFile } from '../attachments/fileStore.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import { COMMAND_MS, withDeadline } from '../platform/lib/deadline.js';
import { AppError } from '../platform/lib/errors.js';
import { Project } from '../projects/project.entity.js';
import { newProject as createProject } from '../projects/project.service.js';
import { type Context, contextFor, type Resources } from '../request/context.js';
import { command, type Tx } from '../write/command.js';
import type { StoredPlan } from './import.reads.js';
import { type Attempt, Ended, finishPart, runImportJob } from './importProgress.js';
import { type ImportOrder, type ImportPlan, planImport } from './plan.js';
import { type PlannedPart, planTasks, type Run, taskIdOf } from './planTasks.js';
import { type CountedHead, type DraftTask, UnreadableFile } from './read/draft.js';
import { readInProcess } from './reader.js';
import { addCounts, noCounts } from './report.js';
import { writeColumns, writeTasks } from './writeImport.js';

/** The longest pause between two parts. */
const PAUSE_MAX_MS = 1_000;

/** Whether the project is made by the import. A dry run without a project tries it with a new one. */
const makesProject = ({ newProject, dryRun, projectId, targetId }: Attempt): boolean =>
  newProject !== null || (dryRun && projectId !== targetId);

type Done = Pick<PlannedPart, 'lines' | 'made' | 'kept' | 'refused'>;

/** Marks a part as done, and adds what it did to the report. */
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
    // A dry run has made no tasks that its lines could belong to.
    lines: dryRun ? lines.map((line) => ({ ...line, taskId: null })) : lines,
    revision,
  });
}

/** Describes the plan. The columns of a project that is not there yet have no ids. */
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
    people: people.map(({ person: { id, name }, userId }) => ({
      name,
      tasks: head.counts.byPerson.get(id) ?? 0,
      userId,
    })),
    tasks: head.tasks,
    archived: head.counts.archived,
    comments: head.counts.comments,
    checklistItems: head.counts.checklistItems,
  };
}

async function storePlan({ orm }: Resources, { id, attempt }: Attempt, plan: StoredPlan): Promise<void> {
  const { rows } = await sql`
    update import set plan = coalesce(plan, ${toJsonb(plan)}), total = ${plan.tasks}
    where id = ${id} and attempt = ${attempt} and state = 'RUNNING' returning id`.execute(orm.em.fork().getKysely());
  if (rows.length === 0) throw new Ended();
}

/** Groups tasks so that each part has about as many objects as a command may write. The groups depend on the file alone. */
async function* inParts(tasks: AsyncIterable<DraftTask[]>): AsyncGenerator<DraftTask[]> {
  let part: DraftTask[] = [];
  let objects = 0;
  for await (const some of tasks) {
    for (const task of some) {
      const size = 1 + task.comments.length + task.checklist.length;
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

/** Runs a part of the import as a command of the person. Its change set has the import's id. */
const inCommand = (
  ctx: Context,
  { id }: Attempt,
  n: number,
  projectIds: readonly string[],
  run: (tx: Tx) => Promise<void>,
): Promise<unknown> =>
  command(
    { ...ctx, idempotencyKey: `import:${id}:${n}` },
    { operation: 'import', input: { id, part: n }, projectIds, run },
  );

/** The first part: the project, if it is new, its columns and the colors of its tags. */
async function makeColumns(ctx: Context, attempt: Attempt, head: CountedHead, plan: ImportPlan): Promise<void> {
  const { targetId, newProject, dryRun, id } = attempt;
  const isNew = makesProject(attempt);
  const columns = new Set(plan.lists.flatMap(({ how, column }) => (how === 'PRESENT' ? [] : column.id))).size;
  const done = {
    lines: head.losses.map((loss) => ({
      taskId: null,
      isRefused: false,
      item: loss.row,
      what: loss.what,
      why: loss.why,
    })),
    made: { ...noCounts(), columns },
    kept: noCounts(),
    refused: 0,
  };
  if (dryRun) {
    await ctx.resources.orm.em.fork().transactional((em) => addToReport(em, attempt, 0, done, 0, null));
    return;
  }
  await inCommand(ctx, attempt, 0, isNew ? [] : [targetId], async (tx) => {
    const project = isNew
      ? await createProject(tx, {
          id: targetId,
          name: newProject?.name ?? head.name,
          description: '',
          key: newProject?.key,
        })
      : await tx.em.findOneOrFail(Project, { id: targetId });
    await writeColumns(tx, project, { isNew, lists: plan.lists, tagColors: head.tagColors });
    await sql`update import set project_id = ${targetId} where id = ${id}`.execute(tx.em.getKysely());
    await addToReport(tx.em, attempt, 0, done, 0, tx.revisionOf(targetId));
  });
}

/** A part with tasks. */
async function makeTasks(ctx: Context, attempt: Attempt, n: number, run: Run, drafts: DraftTask[]): Promise<void> {
  const { orm, now } = ctx.resources;
  if (attempt.dryRun) {
    await orm.em.fork().transactional(async (em) => {
      const planned = await planTasks(em, run, drafts, now());
      await addToReport(em, attempt, n, planned, drafts.length, null);
    });
    return;
  }
  await inCommand(ctx, attempt, n, [run.targetId], async (tx) => {
    const planned = await planTasks(tx.em, run, drafts, tx.now);
    await writeTasks(tx, run, planned);
    await addToReport(tx.em, attempt, n, planned, drafts.length, tx.revisionOf(run.targetId));
  });
}

/** Parts after which the database counts its rows again, and then every so many. */
const ANALYZED_AFTER = 10;
const ANALYZED_EVERY = 100;

/**
 * Lets the database count its rows again. Until it does so by itself, a minute later, it searches for other people's tasks among
 * those that were imported: their lists took five times as long.
 */
async function analyze({ orm }: Resources): Promise<void> {
  await withDeadline(COMMAND_MS, () => sql`analyze task, comment, checklist_item`.execute(orm.em.fork().getKysely()));
}

/** Waits after work as long as it took, so that other people's requests find the database free half of the time. */
async function withPause(work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await work();
  await sleep(Math.min(PAUSE_MAX_MS, performance.now() - started));
}

async function runAttempt(resources: Resources, attempt: Attempt, signal: AbortSignal | undefined): Promise<void> {
  const { orm, objects, now } = resources;
  const { userId, source, targetId, mapping, people, fileId, size } = attempt;
  const ctx = contextFor(resources, userId);
  const { timeZone } = await readPreferences(ctx, userId);
  const options = {
    source,
    timeZone,
    today: dayAt(now(), timeZone),
    fields: mapping.fields ?? [],
    dateOrder: mapping.dateOrder ?? null,
  };
  const order: ImportOrder = { targetId, isNew: makesProject(attempt), mapping, people };
  const bytes = readFile({ orm, objects }, fileId, 0, size - 1);
  await readInProcess(
    options,
    bytes,
    async ({ head, tasks }) => {
      const plan = await planImport(orm.em.fork(), userId, head, order);
      await storePlan(resources, attempt, toStoredPlan(head, plan, order.isNew));
      const [levels, subtasks, seen] = [new Map<string, number>(), new Map<string, number>(), new Set<string>()];
      const withArchived = mapping.archived ?? true;
      const run: Run = { source, targetId, userId, withArchived, timeZone, plan, levels, subtasks, seen };
      const begun = attempt.part;
      if (begun === 0) await makeColumns(ctx, attempt, head, plan);
      let next = 1;
      for await (const drafts of inParts(tasks)) {
        const n = next;
        signal?.throwIfAborted();
        // Parts that an earlier attempt has done.
        if (n < begun) for (const { id } of drafts) seen.add(taskIdOf(run, id));
        else await withPause(() => makeTasks(ctx, attempt, n, run, drafts));
        next += 1;
        if (!attempt.dryRun && n >= begun && (n === ANALYZED_AFTER || n % ANALYZED_EVERY === 0))
          await analyze(resources);
      }
      if (!attempt.dryRun && next > ANALYZED_AFTER) await analyze(resources);
    },
    signal,
  );
}

/** Why an import cannot go on, in words for the person; null if trying again can help. */
function explain(error: unknown): string | null {
  if (error instanceof UnreadableFile) return error.message;
  if (!(error instanceof AppError)) return null;
  if (error.code === 'NOT_FOUND') return 'The project is no longer there, or you are no longer one of its members.';
  if (error.code === 'FORBIDDEN') return error.message;
  if (error.code === 'VALIDATION_FAILED') return Object.values(error.fields ?? {}).flat()[0] ?? error.message;
  return null;
}

/**
 * The job of an import. After a crash it goes on with the first part that is not done, because each part and its mark are one
 * transaction.
 */
export const runImport = (resources: Resources, raw: unknown, tries: number, signal?: AbortSignal): Promise<void> =>
  runImportJob(resources, raw, tries, signal, {
    from: 'RUNNING',
    to: 'DONE',
    run: (attempt) => runAttempt(resources, attempt, signal),
    explain,
    failure: 'Something went wrong before all of the file was imported.',
  });
