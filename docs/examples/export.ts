// Copies a project into a file, and keeps the file in sync:
//
//   node export.ts PROJECT_ID project.json
//
// The first run reads the whole project, later runs only the changes since. The file is always complete: it is replaced
// after it has been written. import.ts can read it.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { call, rows, run } from './cairn.ts';

interface Row {
  id: string;
  taskId?: string;
  [field: string]: unknown;
}

/** A project at a revision of an epoch. A restore from a backup begins a new epoch. */
interface Copy {
  epoch: string;
  revision: number;
  project: Row;
  tasks: Map<string, Row>;
  comments: Map<string, Row>;
}

/** Reads a whole project: its revision first, because the changes made in the meantime are pulled afterwards. */
async function load(projectId: string): Promise<Copy> {
  const { data: me } = await call('GET', '/api/auth/me');
  const { data: project } = await call('GET', `/api/projects/${projectId}`);
  const copy: Copy = { epoch: me.epoch, revision: project.revision, project, tasks: new Map(), comments: new Map() };
  for await (const task of rows<Row>(`/api/tasks?projectId=${projectId}&orderBy=RANK_ASC`)) {
    copy.tasks.set(task.id, task);
    if (copy.tasks.size % 500 === 0) console.log(`${copy.tasks.size} tasks`);
  }
  for await (const comment of rows<Row>(`/api/projects/${projectId}/comments`)) {
    copy.comments.set(comment.id, comment);
    if (copy.comments.size % 500 === 0) console.log(`${copy.comments.size} comments`);
  }
  return copy;
}

/** Applies the changes since. Returns false if they cannot be sent: the project must be copied again. */
async function pull(projectId: string, copy: Copy): Promise<boolean> {
  const { epoch, tasks, comments } = copy;
  for await (const set of rows(`/api/projects/${projectId}/changes?after=${copy.revision}&epoch=${epoch}`)) {
    if (set.kind === 'RESYNC') return false;
    for (const { entity, entityId, task, comment, project } of set.changes) {
      // the current object, or none if it is gone
      if (task) tasks.set(task.id, task);
      else if (entity === 'TASK') tasks.delete(entityId);
      if (comment) comments.set(comment.id, comment);
      else if (entity === 'COMMENT') comments.delete(entityId);
      if (project) copy.project = project;
    }
    copy.revision = set.revision;
  }
  return true;
}

async function write(file: string, { epoch, revision, project, tasks, comments }: Copy): Promise<void> {
  // the order of the board: by the characters of the ranks
  const byRank = (a: Row, b: Row) => (String(a['rank']) < String(b['rank']) ? -1 : 1);
  const said = Map.groupBy(comments.values(), ({ taskId }) => taskId);
  const whole = [...tasks.values()].sort(byRank).map((task) => ({ ...task, comments: said.get(task.id) ?? [] }));
  await writeFile(`${file}.part`, JSON.stringify({ epoch, revision, project, tasks: whole }, null, 1));
  await rename(`${file}.part`, file);
}

/** Reads the file of an earlier run. */
async function read(file: string, projectId: string): Promise<Copy | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { tasks, ...known } = JSON.parse(text);
  if (known.project?.id !== projectId) throw new Error(`${file} is no copy of this project`);
  const copy: Copy = { ...known, tasks: new Map(), comments: new Map() };
  for (const { comments, ...task } of tasks) {
    copy.tasks.set(task.id, task);
    for (const comment of comments) copy.comments.set(comment.id, comment);
  }
  return copy;
}

run(async () => {
  const [projectId = '', file = ''] = process.argv.slice(2);
  if (file === '') throw new Error('Usage: node export.ts PROJECT_ID FILE');
  let copy = (await read(file, projectId)) ?? (await load(projectId));
  while (!(await pull(projectId, copy))) copy = await load(projectId);
  await write(file, copy);
  console.log(`${copy.tasks.size} tasks and ${copy.comments.size} comments, as of revision ${copy.revision}`);
});
