import type { Context } from '../request/context.js';
import { badRequest } from '../platform/lib/errors.js';
import { readEpoch } from '../platform/database/epoch.js';
import { type Page, type PageArgs, pageRange } from '../request/page.js';
import type { ProjectRow } from '../projects/project.reads.js';
import { countSets, readFirstSets, readLastSets } from './changeSets.js';
import { type EventChange, listEventChanges } from './eventChanges.js';
import { OBJECT_SIZE, presentObjects } from './kinds.js';
import { eventWithoutChanges, type ProjectEvent } from './projectEvent.js';

/** Cursors are revisions of this epoch. */
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
 * Returns the changes of a project after a revision, oldest first, as the feed sends them. The caller has checked that the
 * project is visible. Returns a single RESYNC if the revision is of another epoch or does not exist yet, or if one write
 * exceeds the limits of a replay.
 */
export async function pullChanges(ctx: Context, project: ProjectRow, args: PullArgs): Promise<Page<ProjectEvent>> {
  const { id: projectId, revision } = project;
  const { size, backward } = pageRange(args);
  const after = args.after == null ? 0 : parseRevision('after', args.after);
  const before = args.before == null ? HIGHEST : parseRevision('before', args.before);
  const upTo = Math.min(revision, before - 1);
  const epoch = await readEpoch(ctx.em);
  const scope = { em: ctx.em, loaders: ctx.loaders, epoch };
  const isStale = (args.epoch != null && args.epoch !== epoch) || after > revision;
  const read = backward ? readLastSets : readFirstSets;
  const { sets, hasMore } = isStale
    ? { sets: [], hasMore: true }
    : await read(ctx.em, { projectId, after, upTo }, size, OBJECT_SIZE);
  const resync = hasMore && sets.length === 0;
  const base = eventWithoutChanges(resync ? 'RESYNC' : 'CHANGES', projectId, revision, scope);
  const rows = resync
    ? [{ ...base, at: ctx.resources.now(), project }]
    : sets.map((set): ProjectEvent => ({ ...base, ...set, project }));
  const cursorAt = (index: number) => rows.at(index)?.revision.toString() ?? null;
  const isOnward = hasMore && !resync;
  return {
    rows,
    cursorAt,
    nextPage: () => {
      if (!isOnward) return null;
      return backward ? { before: cursorAt(0) ?? '' } : { after: cursorAt(-1) ?? '' };
    },
    hasNextPage: () => (isOnward && !backward) || before <= revision,
    hasPreviousPage: () => (isOnward && backward) || after > 0,
    totalCount: () => countSets(ctx.em, projectId, revision),
  };
}

async function presentChange(ctx: Context, change: EventChange) {
  const { event: _event, ...line } = change;
  return { ...line, ...(await presentObjects(ctx, change)) };
}

export async function presentChangeSet(ctx: Context, event: ProjectEvent) {
  const { projectId, revision, kind, mutationId, actorId, at, undoOf, scope } = event;
  const changes = await Promise.all(listEventChanges(event).map((change) => presentChange(ctx, change)));
  return { projectId, revision, kind, mutationId, actorId, at, undoOf, epoch: scope.epoch, changes };
}
