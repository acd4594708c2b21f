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
  const named = former
    ? sql`(select id, key from project union select project_id, key from former_project_key)`
    : sql`(select id, key from project where id = any(array(${visibleProjects(viewer)})))`;
  const isThere = former ? sql`true` : sql`t.project_id = n.project_id`;
  const { rows } = await sql<Candidate>`
    select distinct wanted.prefix || '-' || wanted.number as key, t.id, t.title, t.project_id as "projectId",
      p.name as "projectName", t.deleted_at is not null as "isDeleted"
    from unnest(${prefixes}::text[], ${numbers}::int[]) as wanted(prefix, number)
    join ${named} as named on named.key = wanted.prefix
    join task_number n on n.project_id = named.id and n.number = wanted.number
    join task t on t.id = n.task_id and ${isThere} and t.project_id = any(array(${visibleProjects(viewer)}))
    join project p on p.id = t.project_id
    order by 1, 2`.execute(ctx.em.getKysely());
  return rows;
}

/** A task in the data of a CONFLICT about an ambiguous key. */
export type TaskChoice = Pick<Candidate, 'id' | 'title' | 'projectId' | 'projectName'>;

/** Returns the only candidate. Throws CONFLICT with the candidates if there are several. */
function chooseCandidate(key: string, found: readonly Candidate[], inProject: string | undefined): string | undefined {
  const here = found.filter(({ projectId }) => projectId === inProject);
  const among = here.length > 0 ? here : found;
  const live = among.filter(({ isDeleted }) => !isDeleted);
  const [only, ...others] = live.length > 0 ? live : among;
  if (others.length === 0) return only?.id;
  const tasks = [only, ...others].flatMap((it) => it ?? []);
  throw conflict(`Several tasks have the key ${key}: use an id`, {
    tasks: tasks.map(({ id, title, projectId, projectName }): TaskChoice => ({ id, title, projectId, projectName })),
  });
}

/**
 * Finds tasks by their keys, among those visible to the viewer. Tasks of `inProject` come first, then current keys,
 * then former ones. Throws CONFLICT if a key is ambiguous. The result lacks unknown keys.
 */
export async function findTasksByKeys(
  ctx: Context,
  texts: readonly string[],
  inProject?: string,
): Promise<Map<string, string>> {
  const wanted = new Map(texts.flatMap((text) => Object.entries({ [text]: parseTaskKey(text) })));
  const found = new Map<string, string>();
  for (const former of [false, true]) {
    const left = [...wanted].flatMap(([text, key]) => (key && !found.has(text) ? [{ text, key }] : []));
    if (left.length === 0) break;
    const candidates = Map.groupBy(
      await readCandidates(
        ctx,
        left.map(({ key }) => key),
        former,
      ),
      ({ key }) => key,
    );
    for (const { text, key } of left) {
      const name = formatTaskKey(key);
      const id = chooseCandidate(name, candidates.get(name) ?? [], inProject);
      if (id !== undefined) found.set(text, id);
    }
  }
  return found;
}

/** In an input of this name, the key of a task always works like its id. */
const TASK_ID = 'taskId';

/** The other inputs of root fields that name a task. `taskKeys.test.ts` compares them with the schema. */
const TASK_INPUTS: Readonly<Record<string, readonly string[]>> = {
  task: ['id'],
  updateTask: ['id'],
  assignTask: ['id'],
  updateTaskStatus: ['id'],
  moveTask: ['id', 'afterId', 'beforeId'],
  moveTaskToProject: ['id'],
  createTask: ['parentId'],
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
  startBulkRun: ['except'],
  purge: ['id'],
};

/** Returns the inputs of a root field in which the key of a task works like its id. */
export const taskInputsOf = (field: string): readonly string[] => [TASK_ID, ...(TASK_INPUTS[field] ?? [])];

const isKey = (value: unknown): value is string => parseTaskKey(value) !== null;

/**
 * Replaces the keys of tasks in these fields by ids. Throws NOT_FOUND for an unknown key. Runs before the input is parsed and
 * hashed, so that a repeat with the id is recognized.
 */
export async function replaceTaskKeys<T extends object>(
  ctx: Context,
  input: T,
  names: readonly string[],
  inProject?: string,
): Promise<T> {
  const given = input as Record<string, unknown>;
  // the names are few; the input can have a hundred thousand fields
  const fields = names.filter((name) => Object.hasOwn(given, name));
  const keys = fields.flatMap((name): unknown => given[name]).filter(isKey);
  if (keys.length === 0) return input;
  const found = await findTasksByKeys(ctx, keys, inProject);
  const toId = (value: unknown): unknown => {
    if (!isKey(value)) return value;
    const id = found.get(value);
    if (id === undefined) throw notFound('Task');
    return id;
  };
  const replaced = fields.map((name) => {
    const value = given[name];
    return [name, Array.isArray(value) ? value.map(toId) : toId(value)];
  });
  return { ...input, ...(Object.fromEntries(replaced) as Partial<T>) };
}
