import { sql } from 'kysely';
import { TAGS } from '../../contract/limits.js';
import { tagListSchema } from '../../contract/tags.js';
import { parse } from '../platform/lib/parse.js';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';
import type { Context } from '../request/context.js';
import { defineLoader } from '../request/loaders.js';

/** A tag of a project, with the number of its tasks. */
export interface TagRow {
  name: string;
  color: string | null;
  count: number;
}

/** A tag whose tasks are counted on request. */
interface ColoredTag extends Omit<TagRow, 'count'> {
  projectId: string;
}

export type ListedTag = TagRow | ColoredTag;

function byProject<Row extends { projectId: string }, Tag>(
  projectIds: readonly string[],
  rows: readonly Row[],
  toTag: (row: Row) => Tag,
): Map<string, Tag[]> {
  const found = Map.groupBy(rows, ({ projectId }) => projectId);
  return new Map(projectIds.map((id) => [id, (found.get(id) ?? []).map(toTag)]));
}

/**
 * Loads the tags of projects: the tags of their tasks and the tags with a color, the most used first. The caller must have
 * checked access to the project.
 */
const tagsLoader = defineLoader<TagRow[]>(async (ctx, projectIds) => {
  const { rows } = await sql<TagRow & { projectId: string }>`
    select p.id as "projectId", tag.name, tag.color, tag.count
    from project p cross join lateral (
      select name, colored.color, coalesce(used.count, 0)::int as count
      from (
        select one as name, count(*) as count from task t cross join unnest(t.tags) one
        where t.project_id = p.id and t.deleted_at is null group by one) used
      full join (select key as name, value as color from jsonb_each_text(p.tag_colors)) colored using (name)
      order by count desc, name collate "C" limit ${TAGS.listed}) tag
    where p.id = any(${[...projectIds]}::uuid[])`.execute(ctx.em.getKysely());
  return byProject(projectIds, rows, ({ name, color, count }) => ({ name, color, count }));
});

/** The tags with a color, by name. Reads no tasks. */
const coloredTagsLoader = defineLoader<ColoredTag[]>(async (ctx, projectIds) => {
  const { rows } = await sql<ColoredTag>`
    select p.id as "projectId", tag.key as name, tag.value as color from project p cross join jsonb_each_text(p.tag_colors) tag
    where p.id = any(${idArray(projectIds)}) order by tag.key collate "C" ${PREPARABLE}`.execute(ctx.em.getKysely());
  return byProject(projectIds, rows, (tag) => tag);
});

/** Returns the tags of a project, or those with a color. The caller must have checked access to the project. */
export async function readTags(ctx: Context, projectId: string, args: { colored?: unknown }): Promise<ListedTag[]> {
  const { colored } = parse(tagListSchema, args);
  return (await (colored ? coloredTagsLoader(ctx) : tagsLoader(ctx)).load(projectId)) ?? [];
}

/** Loads the task counts of the tags with a color. The list of tags can lack some of them, because it ends early. */
const coloredCountsLoader = defineLoader<Map<string, number>>(async (ctx, projectIds) => {
  const { rows } = await sql<{ projectId: string; name: string; count: number }>`
    select p.id as "projectId", one as name, count(*)::int as count
    from project p join task t on t.project_id = p.id and t.deleted_at is null cross join unnest(t.tags) one
    where p.id = any(${[...projectIds]}::uuid[]) and p.tag_colors ? one group by p.id, one`.execute(ctx.em.getKysely());
  const found = Map.groupBy(rows, ({ projectId }) => projectId);
  return new Map([...found].map(([id, tags]) => [id, new Map(tags.map(({ name, count }) => [name, count]))]));
});

export async function countTagged(ctx: Context, tag: ListedTag): Promise<number> {
  if ('count' in tag) return tag.count;
  return (await coloredCountsLoader(ctx).load(tag.projectId))?.get(tag.name) ?? 0;
}

export async function readTag(ctx: Context, projectId: string, name: string): Promise<TagRow> {
  const { rows } = await sql<Omit<TagRow, 'name'>>`
    select p.tag_colors ->> ${name} as color,
      (select count(*)::int from task t
        where t.project_id = p.id and t.deleted_at is null and t.tags @> array[${name}]::text[]) as count
    from project p where p.id = ${projectId}`.execute(ctx.em.getKysely());
  return { name, color: null, count: 0, ...rows[0] };
}
