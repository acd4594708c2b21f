import type { Context } from '../kernel/context.js';
import { badRequest } from '../kernel/errors.js';
import { readEpoch } from '../kernel/epoch.js';
import { type Page, type PageArgs, pageSize } from '../kernel/page.js';
import { presentMember, presentProject } from '../projects/project.presenter.js';
import type { ProjectRow } from '../projects/project.reads.js';
import { presentTask } from '../tasks/task.presenter.js';
import { countSets, readPageOfSets } from './changeSets.js';
import { type EventChange, eventChanges, objectsOf } from './eventChanges.js';
import { plainEvent, type ProjectEvent } from './projectEvent.js';

/** What a page of changes is asked for: its cursors are revisions, of this epoch. */
export interface PullArgs extends PageArgs {
  epoch?: string | null | undefined;
}

/** Revisions are an int4 of PostgreSQL. */
const HIGHEST = 2 ** 31 - 1;

function parseRevision(after: string | null | undefined): number {
  if (after == null) return 0;
  const revision = /^\d{1,10}$/.test(after) ? Number(after) : NaN;
  if (!(revision <= HIGHEST)) throw badRequest('after is a revision: a whole number');
  return revision;
}

/**
 * What was done in a project that the caller has already found visible, after a revision, oldest first: what the feed would
 * have told. RESYNC, alone, where that cannot be told: the revision is of another epoch or has not come yet, or one write
 * changed more than may be sent.
 */
export async function pullChanges(ctx: Context, project: ProjectRow, args: PullArgs): Promise<Page<ProjectEvent>> {
  const { id: projectId, revision: upTo } = project;
  const size = pageSize(args.first);
  const after = parseRevision(args.after);
  const epoch = await readEpoch(ctx.em);
  const scope = { em: ctx.em, loaders: ctx.loaders, epoch };
  const isStale = (args.epoch != null && args.epoch !== epoch) || after > upTo;
  const { sets, hasNextPage } = isStale
    ? { sets: [], hasNextPage: true }
    : await readPageOfSets(ctx.em, { projectId, after, upTo }, size);
  const resync = hasNextPage && sets.length === 0;
  const of = plainEvent(resync ? 'RESYNC' : 'CHANGES', projectId, upTo, scope);
  const rows = resync ? [{ ...of, project }] : sets.map((set): ProjectEvent => ({ ...of, ...set, project }));
  return {
    rows,
    cursorAt: (index) => rows.at(index)?.revision.toString() ?? null,
    hasNextPage: hasNextPage && !resync,
    hasPreviousPage: after > 0,
    totalCount: () => countSets(ctx.em, projectId, upTo),
  };
}

async function presentChange(ctx: Context, change: EventChange) {
  const { event, ...line } = change;
  const [task, comment, member] = await Promise.all([
    objectsOf.task(ctx, change),
    objectsOf.comment(ctx, change),
    objectsOf.member(ctx, change),
  ]);
  return {
    ...line,
    task: task && (await presentTask(ctx, task)),
    comment,
    member: member && (await presentMember(ctx, member)),
    project: change.entity === 'PROJECT' && event.project ? await presentProject(ctx, event.project) : null,
  };
}

/** A set of changes as REST answers one. */
export async function presentChangeSet(ctx: Context, event: ProjectEvent) {
  const { projectId, revision, kind, mutationId, actorId, at, scope } = event;
  const changes = await Promise.all(eventChanges(event).map((change) => presentChange(ctx, change)));
  return { projectId, revision, kind, mutationId, actorId, at, epoch: scope.epoch, changes };
}
