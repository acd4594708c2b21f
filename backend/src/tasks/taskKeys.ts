import { sql } from 'kysely';
import { formatTaskKey, parseTaskKey, type TaskKey } from '../../contract/keys.js';
import type { Change } from '../write/changeLog.js';
import type { Tx } from '../write/command.js';
import { conflict, notFound } from '../platform/lib/errors.js';
import { type Context, requireViewer } from '../request/context.js';
import { visibleProjects } from '../projects/project.reads.js';

/* A task has a number in each project that it has been in. Numbers are assigned while the project is locked and never
   reused, so a task's key always leads to that task. */

/** Numbers the tasks that a command has created or moved into a project, unless they already have a number there. */
export async function numberTasks({ em }: Tx, changes: readonly Change[]): Promise<void> {
  const placed = changes.filter(({ entity, action }) => entity === 'task' && action === 'created');
  if (placed.length === 0) return;
  await sql`
    insert into task_number (project_id, number, task_id)
    select placed.project_id,
      coalesce((select max(number) from task_number n where n.project_id = placed.project_id), 0)
        + row_number() over (partition by placed.project_id order by placed.position),
      placed.task_id
    from unnest(${placed.map(({ projectId }) => projectId)}::uuid[], ${placed.map(({ entityId }) => entityId)}::uuid[])
      with ordinality as placed(project_id, task_id, position)
    where not exists (
      select 1 from task_number n where n.task_id = placed.task_id and n.project_id = placed.project_id)`.execute(
    em.getKysely(),
  );
}

interface Candidate {
  key: string;
  /** The project whose key it is, which a task with a former key may have left. */
  keyOf: string;
  id: string;
  title: string;
  projectId: string;
  projectName: string;
  isDeleted: boolean;
}

/**
 * Reads the tasks in the viewer's projects that have, or had, one of these keys. Includes deleted tasks, so that a
 * repeated deletion does not find another task.
 */
async function readCandidates(ctx: Context, keys: readonly TaskKey[], former: boolean): Promise<Candidate[]> {
  const prefixes = keys.map(({ prefix }) => prefix);
  const numbers = keys.map(({ number }) => number);
  const viewer = requireViewer(ctx);
  // The condition is in both parts, because a join with the union would read all projects.
  const isWanted = sql`key = any(${prefixes}::text[])`;
  const named = former
    ? sql`(select id, key from project where ${isWanted}
        union select project_id, key from former_project_key where ${isWanted})`
    : sql`(select id, key from project where id = any(array(${visibleProjects(viewer)})))`;
  const isThere = former ? sql`true` : sql`t.project_id = n.project_id`;
  const { rows } = await sql<Candidate>`
    select distinct wanted.prefix || '-' || wanted.number as key, n.project_id as "keyOf", t.id, t.title, t.project_id as "projectId",
      p.name as "projectName", t.deleted_at is not null as "isDeleted"
    from unnest(${prefixes}::text[], ${numbers}::int[]) as wanted(prefix, number)
    join ${named} as named on named.key = wanted.prefix
    join task_number n on n.project_id = named.id and n.number = wanted.number
    join task t on t.id = n.task_id and ${isThere} and t.project_id = any(array(${visibleProjects(viewer)}))
    join project p on p.id = t.project_id
    order by 1, 3`.execute(ctx.em.getKysely());
  return rows;
}

/** A task in the data of a CONFLICT about an ambiguous key. */
export type TaskChoice = Pick<Candidate, 'id' | 'title' | 'projectId' | 'projectName'>;

/** Returns the only candidate. Throws CONFLICT with the candidates if there are several. */
function chooseCandidate(key: string, found: readonly Candidate[]): string | undefined {
  // A task can have had one key in two projects.
  const tasks = [...new Map(found.map((candidate) => [candidate.id, candidate])).values()];
  const live = tasks.filter(({ isDeleted }) => !isDeleted);
  const left = live.length > 0 ? live : tasks;
  if (left.length <= 1) return left[0]?.id;
  throw conflict(`Several tasks have the key ${key}: use an id`, {
    tasks: left.map(({ id, title, projectId, projectName }): TaskChoice => ({ id, title, projectId, projectName })),
  });
}

/**
 * Finds tasks by their keys, among those visible to the viewer: by the current and then the former keys of `inProject`, then
 * by the current and the former keys of all projects. Throws CONFLICT if a key is ambiguous. The result lacks unknown keys.
 */
export async function findTasksByKeys(
  ctx: Context,
  texts: readonly string[],
  inProject?: string,
): Promise<Map<string, string>> {
  const wanted = texts.flatMap((text) => {
    const key = parseTaskKey(text);
    return key ? [{ text, key, name: formatTaskKey(key) }] : [];
  });
  const read = async (former: boolean): Promise<ReadonlyMap<string, readonly Candidate[]>> => {
    const keys = wanted.map(({ key }) => key);
    return Map.groupBy(await readCandidates(ctx, keys, former), ({ key }) => key);
  };
  const found = new Map<string, string>();
  const own = inProject?.toLowerCase();
  const findAmong = (candidates: ReadonlyMap<string, readonly Candidate[]>, isOwn: boolean): void => {
    for (const { text, name } of wanted) {
      if (found.has(text)) continue;
      const named = candidates.get(name) ?? [];
      const id = chooseCandidate(name, isOwn ? named.filter(({ keyOf }) => keyOf === own) : named);
      if (id !== undefined) found.set(text, id);
    }
  };
  const isLeft = (): boolean => wanted.some(({ text }) => !found.has(text));
  if (wanted.length === 0) return found;
  const current = await read(false);
  if (inProject === undefined) {
    findAmong(current, false);
    if (isLeft()) findAmong(await read(true), false);
    return found;
  }
  findAmong(current, true);
  if (!isLeft()) return found;
  const former = await read(true);
  findAmong(former, true);
  findAmong(current, false);
  findAmong(former, false);
  return found;
}

/** In an input of this name, the key of a task always works like its id. */
const TASK_ID = 'taskId';

/** A task in the filter of a list. */
const IN_FILTER = 'filter.parentId';

/** The other inputs of root fields that name a task, by their paths. `taskKeys.test.ts` compares them with the schema. */
const TASK_INPUTS: Readonly<Record<string, readonly string[]>> = {
  task: ['id'],
  tasks: [IN_FILTER],
  taskGroups: [IN_FILTER],
  updateTask: ['id'],
  assignTask: ['id'],
  updateTaskStatus: ['id'],
  moveTask: ['id', 'afterId', 'beforeId'],
  moveTaskToProject: ['id'],
  createTask: ['parentId'],
  createTasks: ['tasks.parentId'],
  setParent: ['id', 'parentId'],
  setRepeat: ['id'],
  endSeries: ['id'],
  skipOccurrence: ['id'],
  setCover: ['id'],
  relateTasks: ['otherId'],
  unrelateTasks: ['otherId'],
  deleteTask: ['id'],
  restoreTask: ['id'],
  bulkUpdateTasks: ['ids', 'afterId', 'beforeId'],
  startBulkRun: ['except', IN_FILTER],
  saveView: [IN_FILTER],
  updateView: [IN_FILTER],
  createCalendarFeed: [IN_FILTER],
  purge: ['id'],
};

/** Returns the paths of the inputs of a root field in which the key of a task works like its id. */
export const taskInputsOf = (field: string): readonly string[] => [TASK_ID, ...(TASK_INPUTS[field] ?? [])];

/** Returns the parameters of a query string that are the paths of a filter. */
export const inFilter = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => (path.startsWith('filter.') ? path.slice('filter.'.length) : []));

const isKey = (value: unknown): value is string => parseTaskKey(value) !== null;

/** More keys than this are not looked up: no input may name so many tasks. */
const MAX_KEYS = 1_000;

/** Returns a list with its items changed; the same list if none changes. */
function changeItems(items: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const changed = items.map(change);
  return changed.some((item, at) => item !== items[at]) ? changed : items;
}

/**
 * Returns a copy of a value in which the texts at a path are changed. If the path leads through a list, every item is
 * changed. Returns the same value if nothing changes. The input is not validated yet and can be nested deeply, so lists
 * in lists are not searched.
 */
function changeAt(
  value: unknown,
  [name = '', ...rest]: readonly string[],
  change: (text: unknown) => unknown,
): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value;
  const inner = (value as Record<string, unknown>)[name];
  const changeInner = (item: unknown): unknown => (rest.length === 0 ? change(item) : changeAt(item, rest, change));
  const changed = Array.isArray(inner) ? changeItems(inner, changeInner) : changeInner(inner);
  return changed === inner ? value : { ...value, [name]: changed };
}

/**
 * Replaces the keys of tasks at these paths by ids. Throws NOT_FOUND for an unknown key. Runs before the input is parsed and
 * hashed, so that a repeat with the id is recognized.
 */
export async function replaceTaskKeys<T extends object>(
  ctx: Context,
  input: T,
  paths: readonly string[],
  inProject?: string,
): Promise<T> {
  const steps = paths.map((path) => path.split('.'));
  const keys = new Set<string>();
  const collect = (value: unknown): unknown => {
    if (isKey(value)) keys.add(value);
    return value;
  };
  for (const path of steps) changeAt(input, path, collect);
  if (keys.size === 0 || keys.size > MAX_KEYS) return input;
  const found = await findTasksByKeys(ctx, [...keys], inProject);
  const toId = (value: unknown): unknown => {
    if (!isKey(value)) return value;
    const id = found.get(value);
    if (id === undefined) throw notFound('Task');
    return id;
  };
  return steps.reduce<unknown>((changed, path) => changeAt(changed, path, toId), input) as T;
}
