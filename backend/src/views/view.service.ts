import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { VIEWS } from '../../contract/limits.js';
import { saveViewSchema, updateViewSchema } from '../../contract/views.js';
import { command, type Tx } from '../write/command.js';
import { createdId } from '../write/created.js';
import { type Context, requireViewer } from '../request/context.js';
import { conflict, fieldError, invalid, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { limitCreates } from '../request/rates.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import { visibleProjects } from '../projects/project.reads.js';
import { readView, type ViewRow } from './view.reads.js';
import { omitEmpty, refuseUnknownFilters } from './viewFilter.js';

/** Serializes a user's writes to their views, so that the limit holds. */
async function lockViews({ em }: Tx, userId: string): Promise<number> {
  const db = em.getKysely();
  await sql`select 1 from account where id = ${userId} for no key update`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_view where user_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Absent projects and projects of others get the same error. */
async function checkProject(ctx: Context, em: EntityManager, projectId: string | null): Promise<void> {
  if (projectId === null) return;
  const { rows } = await sql`select 1 where ${projectId} in (${visibleProjects(requireViewer(ctx))})`.execute(
    em.getKysely(),
  );
  if (rows.length === 0) throw invalid({ projectId: fieldError('projectNotFound', 'Project not found') });
}

/** Saves a view for the viewer. Throws CONFLICT if they have 50. */
export async function saveView(ctx: Context, raw: unknown): Promise<{ view: ViewRow }> {
  const { userId } = requireViewer(ctx);
  refuseUnknownFilters(raw);
  const input = parse(saveViewSchema, raw);
  await limitCreates(ctx);
  const { result: id } = await command<string>(ctx, {
    operation: 'saveView',
    input,
    projectIds: [],
    run: async (tx) => {
      await checkProject(ctx, tx.em, input.projectId);
      if ((await lockViews(tx, userId)) >= VIEWS.max) {
        throw conflict(`You have ${VIEWS.max} views. Delete one that you no longer need.`);
      }
      const newViewId = newId();
      await sql`
        insert into saved_view (id, user_id, project_id, name, filter, order_by, group_by, layout, created_at, updated_at)
        values (${newViewId}, ${userId}, ${input.projectId}, ${input.name}, ${toJsonb(omitEmpty(input.filter))}, ${input.orderBy},
          ${input.groupBy}, ${input.layout}, ${tx.now}, ${tx.now})`.execute(tx.em.getKysely());
      return newViewId;
    },
    ...createdId,
  });
  return { view: await readView(ctx, id) };
}

/** Updates a view of the viewer. Throws NOT_FOUND for other views. */
export async function updateView(ctx: Context, given: unknown, raw: unknown): Promise<{ view: ViewRow }> {
  const { userId } = requireViewer(ctx);
  const id = parseId(given);
  refuseUnknownFilters(raw);
  const changes = parse(updateViewSchema, raw);
  await command(ctx, {
    operation: 'updateView',
    input: { id, ...changes },
    projectIds: [],
    run: async (tx) => {
      const { name, filter, orderBy, groupBy, layout } = changes;
      const { rows } = await sql`
        update saved_view set updated_at = ${tx.now}
          ${name === undefined ? sql`` : sql`, name = ${name}`}
          ${filter === undefined ? sql`` : sql`, filter = ${toJsonb(omitEmpty(filter))}`}
          ${orderBy === undefined ? sql`` : sql`, order_by = ${orderBy}`}
          ${groupBy === undefined ? sql`` : sql`, group_by = ${groupBy}`}
          ${layout === undefined ? sql`` : sql`, layout = ${layout}`}
        where id = ${id} and user_id = ${userId} returning id`.execute(tx.em.getKysely());
      if (rows.length === 0) throw notFound('View');
    },
  });
  return { view: await readView(ctx, id) };
}

/** Deletes a view of the viewer, but no tasks. Throws NOT_FOUND for other views. */
export async function deleteView(ctx: Context, given: unknown): Promise<{ viewId: string }> {
  const { userId } = requireViewer(ctx);
  const id = parseId(given);
  await command(ctx, {
    operation: 'deleteView',
    input: { id },
    projectIds: [],
    run: async ({ em }) => {
      const { rows } = await sql`
        delete from saved_view where id = ${id} and user_id = ${userId} returning id`.execute(em.getKysely());
      if (rows.length === 0) throw notFound('View');
    },
  });
  return { viewId: id };
}
