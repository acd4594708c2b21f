import type { Context } from '../kernel/context.js';
import { badRequest } from '../kernel/errors.js';
import { readEpoch } from '../kernel/epoch.js';
import { type Page, type PageArgs, stretchOf } from '../kernel/page.js';
import { presentMember, presentProject } from '../projects/project.presenter.js';
import type { ProjectRow } from '../projects/project.reads.js';
import { presentTask } from '../tasks/task.presenter.js';
import { countSets, readFirstSets, readLastSets } from './changeSets.js';
import { type EventChange, eventChanges, objectsOf } from './eventChanges.js';
import { plainEvent, type ProjectEvent } from './projectEvent.js';

/** What a page of changes is asked for: its cursors are revisions, of this epoch. */
export interface PullArgs extends PageArgs {
  epoch?: string | null | undefined;
}

/** Revisions are an int4 of PostgreSQL. */
const HIGHEST = 2 ** 31 - 1;

function parseRevision(name: 'after' | 'before', cursor: string): number {
  const revision = /^\d{1,10}$/.test(cursor) ? Number(cursor) : NaN;
  if (!(revision <= HIGHEST)) throw badRequest(`${name} is a revision: a whole number`);
  return revision;
}

/**
 * What was done in a project that the caller has already found visible, after a revision, oldest first: what the feed would
 * have told. RESYNC, alone, where that cannot be told: the revision is of another epoch or has not come yet, or one write
 * changed more than may be sent.
 */
export async function pullChanges(ctx: Context, project: ProjectRow, args: PullArgs): Promise<Page<ProjectEvent>> {
  const { id: projectId, revision } = project;
  const { size, backward } = stretchOf(args);
  const after = args.after == null ? 0 : parseRevision('after', args.after);
  const before = args.before == null ? HIGHEST : parseRevision('before', args.before);
  const upTo = Math.min(revision, before - 1);
  const epoch = await readEpoch(ctx.em);
  const scope = { em: ctx.em, loaders: ctx.loaders, epoch };
  const isStale = (args.epoch != null && args.epoch !== epoch) || after > revision;
  const read = backward ? readLastSets : readFirstSets;
  const { sets, isCut } = isStale ? { sets: [], isCut: true } : await read(ctx.em, { projectId, after, upTo }, size);
  const resync = isCut && sets.length === 0;
  const of = plainEvent(resync ? 'RESYNC' : 'CHANGES', projectId, revision, scope);
  const rows = resync
    ? [{ ...of, at: ctx.resources.now(), project }]
    : sets.map((set): ProjectEvent => ({ ...of, ...set, project }));
  const cursorAt = (index: number) => rows.at(index)?.revision.toString() ?? null;
  const isOnward = isCut && !resync;
  return {
    rows,
    cursorAt,
    onward: () => {
      if (!isOnward) return null;
      return backward ? { before: cursorAt(0) ?? '' } : { after: cursorAt(-1) ?? '' };
    },
    hasNextPage: () => (isOnward && !backward) || before <= revision,
    hasPreviousPage: () => (isOnward && backward) || after > 0,
    totalCount: () => countSets(ctx.em, projectId, revision),
  };
}

async function presentChange(ctx: Context, change: EventChange) {
  const { event, ...line } = change;
  const [task, checklistItem, comment, member] = await Promise.all([
    objectsOf.task(ctx, change),
    objectsOf.checklistItem(ctx, change),
    objectsOf.comment(ctx, change),
    objectsOf.member(ctx, change),
  ]);
  return {
    ...line,
    task: task && (await presentTask(ctx, task)),
    checklistItem,
    comment,
    member: member && (await presentMember(ctx, member)),
    project: change.entity === 'PROJECT' && event.project ? await presentProject(ctx, event.project) : null,
  };
}

/** A set of changes as REST answers one. */
export async function presentChangeSet(ctx: Context, event: ProjectEvent) {
  const { projectId, revision, kind, mutationId, actorId, at, undoOf, scope } = event;
  const changes = await Promise.all(eventChanges(event).map((change) => presentChange(ctx, change)));
  return { projectId, revision, kind, mutationId, actorId, at, undoOf, epoch: scope.epoch, changes };
}
