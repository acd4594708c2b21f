import { type RawBuilder, sql } from 'kysely';
import { dayAt } from '../../contract/localDays.js';
import { fold } from '../../contract/fold.js';
import { readPreferences } from '../auth/preferences.reads.js';
import type { ColumnFields } from '../columns/homeColumns.js';
import { readColumns } from '../columns/column.reads.js';
import { badRequest, notFound } from '../platform/lib/errors.js';
import { isUuid } from '../../contract/uuid.js';
import { type ProjectRow, readProject, visibleProjects } from '../projects/project.reads.js';
import { type Context, requireViewer } from '../request/context.js';
import { personalLoader } from '../request/loaders.js';
import { findTasksByKeys } from '../tasks/taskKeys.js';
import { readTask, type TaskRow } from '../tasks/task.reads.js';
import { readDayText } from './dueText.js';
import { clip } from './fields.js';

/** Caches lookups by name, because a call can name the same people and columns many times. */
const knownReads = personalLoader(() => new Map<string, Promise<unknown>>());
function readOnce<T>(ctx: Context, what: string, read: () => Promise<T>): Promise<T> {
  const known = knownReads(ctx);
  if (!known.has(what)) known.set(what, read());
  return known.get(what) as Promise<T>;
}

export const readColumnsOnce = (ctx: Context, projectId: string): Promise<ColumnFields[]> =>
  readOnce(ctx, `columns ${projectId}`, () => readColumns(ctx, projectId));

/** Names listed in a message, so that an agent can choose. */
const MAX_LISTED = 10;

interface ChoiceOptions<T> {
  labelOf?: (it: T) => string | undefined;
  /** Only a whole name matches: for what should not be done by mistake. */
  isWhole?: boolean;
}

/** Returns the objects whose whole name matches or, if there are none, those whose name contains the text. */
function findNamed<T>(asked: string, all: readonly T[], namesOf: (it: T) => readonly string[], isWhole = false): T[] {
  const wanted = fold(asked.trim());
  // Every name contains it, so it would mean the only project or person.
  if (wanted === '') return [];
  const matching = (matches: (name: string) => boolean): T[] =>
    all.filter((it) => namesOf(it).some((name) => matches(fold(name))));
  const whole = matching((name) => name === wanted);
  return isWhole || whole.length > 0 ? whole : matching((name) => name.includes(wanted));
}

/**
 * Returns the first name of an object. If others have it, too, adds the second one; or the id, if that is the same as well:
 * projects of several people can have one name and one key.
 */
function labelAmong<T extends { id: string }>(
  all: readonly T[],
  it: T,
  namesOf: (it: T) => readonly string[],
): string | undefined {
  const names = namesOf(it);
  const [name, also] = names;
  const isShared = (at: number): boolean => all.filter((other) => namesOf(other)[at] === names[at]).length > 1;
  if (!isShared(0)) return name;
  return `${name} (${also === undefined || isShared(1) ? it.id : also})`;
}

/** Returns the only match: first by the whole name, then by a part of it. Throws BAD_REQUEST with the candidates. */
export function choose<T extends { id: string }>(
  what: string,
  asked: string,
  all: readonly T[],
  namesOf: (it: T) => readonly string[],
  { labelOf, isWhole = false }: ChoiceOptions<T> = {},
): T {
  const found = findNamed(asked, all, namesOf, isWhole);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const offered = found.length > 0 ? found : all;
  const names = offered.slice(0, MAX_LISTED).map(labelOf ?? ((it) => labelAmong(offered, it, namesOf)));
  const list = names.length > 0 ? ` Choose one of: ${names.join(', ')}` : '';
  throw badRequest(
    found.length > 0 ? `Several ${what}s match “${asked}”.${list}` : `No ${what} matches “${asked}”.${list}`,
  );
}

/** The bytes of a part's name in a list of choices: they must leave room for the ids, which the agent needs. */
const LISTED_NAME_MAX = 60;

/** Finds one of a task's parts by its id or its name. Throws NOT_FOUND or BAD_REQUEST. */
export function choosePart<T extends { id: string }>(
  what: string,
  asked: string,
  all: readonly T[],
  getName: (it: T) => string,
  isWhole = false,
): T {
  const labelOf = (it: T): string => `${clip(getName(it), LISTED_NAME_MAX)} (${it.id})`;
  if (!isUuid(asked)) return choose(what, asked, all, (it) => [getName(it)], { labelOf, isWhole });
  const found = all.find(({ id }) => id === asked.toLowerCase());
  if (!found) throw notFound(what.charAt(0).toUpperCase() + what.slice(1));
  return found;
}

/** Enough for all projects and members that people have: if some were missing, a name could seem to mean only one. */
const NAMES = 10_000;

interface NamedProject extends Pick<ProjectRow, 'id' | 'name' | 'key'> {
  isArchived: boolean;
}

/** Reads the names of the viewer's projects, oldest first. */
async function readNamedProjects(ctx: Context): Promise<NamedProject[]> {
  const { rows } = await sql<NamedProject>`
    select p.id, p.name, p.key, p.archived_at is not null as "isArchived" from project p
    where p.id in (${visibleProjects(requireViewer(ctx))}) order by p.created_at, p.id limit ${NAMES}`.execute(
    ctx.em.getKysely(),
  );
  return rows;
}

const namesOfProject = ({ name, key }: NamedProject): string[] => (key === null ? [name] : [name, key]);

/** Finds a project by its key, its name or a part of it, or its id. Archived ones are found if no other one matches. */
export async function findProject(ctx: Context, text: string): Promise<ProjectRow> {
  if (isUuid(text)) return readProject(ctx, text.toLowerCase());
  const hasMatch = (projects: readonly NamedProject[]) => findNamed(text, projects, namesOfProject).length > 0;
  const all = await readNamedProjects(ctx);
  const active = all.filter(({ isArchived }) => !isArchived);
  const archived = all.filter(({ isArchived }) => isArchived);
  const among = hasMatch(active) || !hasMatch(archived) ? active : archived;
  return readProject(ctx, choose('project', text, among, namesOfProject).id);
}

/** Finds a task by its key, like HARB-12, or its id. */
export async function findTask(ctx: Context, text: string): Promise<TaskRow> {
  const wanted = text.trim();
  const id = isUuid(wanted) ? wanted.toLowerCase() : (await findTasksByKeys(ctx, [wanted])).get(wanted);
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
  const people = await readOnce(ctx, `people ${projectId}`, () => readPeople(ctx, among));
  return choose('person', text, people, ({ name, username }) => [name, username]).id;
}

async function readPeople(ctx: Context, among: RawBuilder<unknown>): Promise<NamedPerson[]> {
  const { rows } = await sql<NamedPerson>`
    select distinct a.id, a.first_name || ' ' || a.last_name as name, a.username from project_member m
    join account a on a.id = m.user_id and a.blanked_at is null
    where m.project_id in (${among}) limit ${NAMES}`.execute(ctx.em.getKysely());
  return rows;
}

/** Finds a column of a project by its name or a part of it. */
export async function findColumn(ctx: Context, projectId: string, text: string): Promise<ColumnFields> {
  return choose('column', text, await readColumnsOnce(ctx, projectId), ({ name }) => [name]);
}

/** The present day of the person. */
export async function readToday(ctx: Context): Promise<{ today: string; timeZone: string }> {
  const { userId } = requireViewer(ctx);
  const { timeZone } = await readOnce(ctx, 'preferences', () => readPreferences(ctx, userId));
  return { today: dayAt(ctx.resources.now(), timeZone), timeZone };
}

/** Parses a day in words. Throws BAD_REQUEST that names the field. */
export async function requireDay(ctx: Context, field: string, text: string): Promise<string> {
  const { today } = await readToday(ctx);
  const day = readDayText(text, today);
  if (day === null) throw badRequest(`${field} must be a day, like 2026-12-01, tomorrow, next friday or in 3 days`);
  return day;
}
