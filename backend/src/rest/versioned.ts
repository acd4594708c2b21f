import { readChecklistItem } from '../checklist/checklist.reads.js';
import { readComment } from '../comments/comment.reads.js';
import type { Context } from '../kernel/context.js';
import { AppError } from '../kernel/errors.js';
import type { Precondition } from '../kernel/precondition.js';
import { presentProject } from '../projects/project.presenter.js';
import { getProject } from '../projects/project.service.js';
import { presentTask } from '../tasks/task.presenter.js';
import { getTask } from '../tasks/task.service.js';
import { versionsIn } from './entityTags.js';
import type { RestRequest, Route } from './route.js';

/** The objects that have a version: where the id is in the path, and how REST answers one. */
const KINDS: Record<Precondition['table'], { param: string; present: (ctx: Context, id: string) => Promise<unknown> }> =
  {
    project: { param: 'id', present: async (ctx, id) => presentProject(ctx, await getProject(ctx, id)) },
    task: { param: 'id', present: async (ctx, id) => presentTask(ctx, await getTask(ctx, id)) },
    comment: { param: 'id', present: readComment },
    checklist_item: { param: 'itemId', present: readChecklistItem },
  };

/**
 * The precondition of a write by its `If-Match`; undefined for `*`. A write of an object without a version refuses any
 * other value, as ignoring it would lose an edit.
 */
export function preconditionOf(
  { versioned }: Route,
  ctx: Context,
  { params }: RestRequest,
  ifMatch: string,
): Precondition | undefined {
  const versions = versionsIn(ifMatch);
  if (versions === null) return undefined;
  if (!versioned) throw new AppError('PRECONDITION_FAILED', 'This has no version that If-Match could name');
  const { param, present } = KINDS[versioned];
  const id = params[param] ?? '';
  return { table: versioned, id, versions, present: () => present(ctx, id) };
}
