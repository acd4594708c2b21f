import { sql } from 'kysely';
import { fold } from '../../contract/fold.js';
import { LIMITS } from '../../contract/limits.js';
import type { ColumnFields } from '../columns/homeColumns.js';
import { readColumns } from '../columns/column.reads.js';
import { badRequest, notFound } from '../platform/lib/errors.js';
import { isUuid } from '../../contract/uuid.js';
import { type ProjectRow, readProject, readProjects, visibleProjects } from '../projects/project.reads.js';
import { type Context, requireViewer } from '../request/context.js';
import { findTasksByKeys } from '../tasks/taskKeys.js';
import { readTask, type TaskRow } from '../tasks/task.reads.js';

/** Names that a message lists, so that an agent can choose. */
const LISTED = 10;

/** Returns the only match: by the whole name first, then by a part of it. Throws BAD_REQUEST with the candidates. */
function choose<T>(what: string, asked: string, all: readonly T[], namesOf: (it: T) => readonly string[]): T {
  const wanted = fold(asked.trim());
  const matching = (matches: (name: string) => boolean): T[] =>
    all.filter((it) => namesOf(it).some((name) => matches(fold(name))));
  const whole = matching((name) => name === wanted);
  const found = whole.length > 0 ? whole : matching((name) => name.includes(wanted));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const names = (found.length > 0 ? found : all).slice(0, LISTED).map((it) => namesOf(it)[0]);
  const list = names.length > 0 ? ` Choose one of: ${names.join(', ')}` : '';
  throw badRequest(
    found.length > 0 ? `Several ${what}s match “${asked}”.${list}` : `No ${what} matches “${asked}”.${list}`,
  );
}

/** Reads the viewer's active projects; at most 500. */
async function readOwnProjects(ctx: Context): Promise<ProjectRow[]> {
  const all: ProjectRow[] = [];
  for (let after: string | null = null; all.length < LIMITS.cursorsMax;) {
    const page = await readProjects(ctx, false, { first: LIMITS.pageMax, after });
    all.push(...page.rows);
    const next = page.nextPage();
    if (!next || !('after' in next)) break;
    after = next.after;
  }
  return all;
}

/** Finds a project by its key, its name or a part of it, or its id. */
export async function findProject(ctx: Context, text: string): Promise<ProjectRow> {
  if (isUuid(text)) return readProject(ctx, text.toLowerCase());
  return choose('project', text, await readOwnProjects(ctx), ({ name, key }) => (key === null ? [name] : [name, key]));
}

/** Finds a task by its key, like HARB-12, or its id. */
export async function findTask(ctx: Context, text: string): Promise<TaskRow> {
  const wanted = text.trim();
  const id = isUuid(wanted) ? text.trim().toLowerCase() : (await findTasksByKeys(ctx, [wanted])).get(wanted);
  if (id === undefined) throw notFound(`Task ${wanted}`);
  return readTask(ctx, id);
}

interface NamedPerson {
  id: string;
  name: string;
  username: string;
}

/** Finds a person by name or username among the members of the viewer's projects, or of one of them; `me` is the viewer. */
export async function findPerson(ctx: Context, text: string, projectId?: string): Promise<string> {
  const viewer = requireViewer(ctx);
  if (text.trim().toLowerCase() === 'me') return viewer.userId;
  const among = projectId === undefined ? visibleProjects(viewer) : sql`select ${projectId}::uuid`;
  const { rows } = await sql<NamedPerson>`
    select distinct a.id, a.first_name || ' ' || a.last_name as name, a.username from project_member m
    join account a on a.id = m.user_id and a.blanked_at is null
    where m.project_id in (${among}) limit ${LIMITS.cursorsMax}`.execute(ctx.em.getKysely());
  return choose('person', text, rows, ({ name, username }) => [name, username]).id;
}

/** Finds a column of a project by its name or a part of it. */
export async function findColumn(ctx: Context, projectId: string, text: string): Promise<ColumnFields> {
  return choose('column', text, await readColumns(ctx, projectId), ({ name }) => [name]);
}
