// Imports tasks with their comments into a project:
//
//   node import.ts tasks.json PROJECT_ID
//   node import.ts tasks.csv PROJECT_ID
//
// JSON is a file of export.ts, or a list of tasks. CSV begins with a line of names: title, and optionally description,
// status, priority, due date, tags (separated by commas). Other columns, creators and assignees are ignored.
//
// If it stops, run it again: existing tasks are not created twice. A row is identified by its content; two rows with the
// same content are two tasks. To import the same rows once more, add a word: `… PROJECT_ID again`.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { call, Refusal, run } from './cairn.ts';

/** The size of one call; the server's limits (docs/api.md) are 200, 1,000 and 1 MB. */
const TASKS = 200;
const COMMENTS = 1000;
const BYTES = 900_000;

interface NewTask {
  id: string;
  title: string;
  comments: { text: string }[];
}

/** Omits empty values, for which the server has defaults. */
const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

const isDay = (text: string | null | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '');

/** Returns a due date as a moment, which the id of a row contains. The server refuses invalid times. */
function momentOf(text: string | null | undefined): string | null | undefined {
  if (!text) return text;
  const date = new Date(isDay(text) ? `${text}T18:00` : text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

/** Parses the lines of a CSV file (RFC 4180). */
function readCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '') break;
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') lines.push([]);
  }
  return lines.filter((line) => line.some((cell) => cell !== ''));
}

function tasksOf(file: string, text: string): any[] {
  if (!file.endsWith('.csv')) {
    const read = JSON.parse(text);
    const tasks = Array.isArray(read) ? read : read.tasks;
    if (!Array.isArray(tasks)) throw new Error(`${file} has no list of tasks`);
    return tasks;
  }
  const [names = [], ...lines] = readCsv(text.replace(/^\uFEFF/, ''));
  return lines.map((line) => {
    const row = Object.fromEntries(names.map((name, at) => [name.toLowerCase().replace(/\s/g, ''), line[at] ?? '']));
    return { ...row, dueDate: row['duedate'], tags: row['tags']?.split(',').map((tag) => tag.trim()) };
  });
}

/** The rows in the server's format. Each has an id derived from its content, so that it can be created only once. */
function newTasks(rows: readonly any[], into: string): NewTask[] {
  const times = new Map<string, number>();
  return rows.map(({ title, description, status, priority, dueDate, dueDay, tags, comments = [] }) => {
    const day = dueDay || (isDay(dueDate) ? dueDate : undefined);
    const task = {
      ...given({ title, description, status, priority: priority || 'MEDIUM', dueDate: momentOf(dueDate), tags }),
      title,
      comments: comments.map(({ text }: { text: string }) => ({ text })),
    };
    const says = JSON.stringify(task);
    times.set(says, 1 + (times.get(says) ?? 0));
    const id = uuidOf(`${into} ${times.get(says)} ${says}`);
    // A date without a time is a due day.
    return { id, ...task, ...(day && { dueDate: undefined, dueDay: day }) };
  });
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
/** A UUID of version 8, for custom formats (RFC 9562). */
const uuidOf = (text: string) => hashOf(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');

/** Puts as many tasks into each call as it accepts. */
function* chunksOf(tasks: readonly NewTask[]): Generator<NewTask[]> {
  let [chunk, comments, bytes]: [NewTask[], number, number] = [[], 0, 0];
  for (const task of tasks) {
    const size = Buffer.byteLength(JSON.stringify(task));
    if (chunk.length === TASKS || comments + task.comments.length > COMMENTS || bytes + size > BYTES) {
      if (chunk.length > 0) yield chunk;
      [chunk, comments, bytes] = [[], 0, 0];
    }
    chunk.push(task);
    comments += task.comments.length;
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

const make = (projectId: string, tasks: readonly NewTask[], number: number) =>
  // the key is derived from the content and the place, so that another run of this program repeats this call
  call<{ tasks: object[] }>(
    'POST',
    '/api/tasks/bulk',
    { projectId, tasks },
    hashOf(`${number} ${projectId} ${JSON.stringify(tasks)}`),
  );

/** Returns the tasks that do not exist yet. */
async function missing(tasks: readonly NewTask[]): Promise<NewTask[]> {
  const there = new Set<string>();
  for (let at = 0; at < tasks.length; at += 100) {
    const ids = tasks.slice(at, at + 100).map(({ id }) => id);
    const { data } = await call<({ node: { id: string } } | null)[]>('GET', `/api/nodes?ids=${ids.join()}`);
    for (const found of data) if (found) there.add(found.node.id);
  }
  return tasks.filter(({ id }) => !there.has(id));
}

const isConflict = (error: unknown): boolean => error instanceof Refusal && error.code === 'CONFLICT';

/** Creates tasks unless they exist. Returns their number. */
async function ensure(projectId: string, tasks: readonly NewTask[], number: number): Promise<number> {
  try {
    return (await make(projectId, tasks, number)).data.tasks.length;
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  // an earlier run created some of them: with another token, from a shorter file, or over a month ago
  const rest = await missing(tasks);
  if (rest.length === 0) return tasks.length;
  await make(projectId, rest, number).catch((error: unknown) => {
    if (!isConflict(error)) throw error;
    throw new Error('some of them were imported before and have been deleted since. Add a word to import all anew');
  });
  return tasks.length;
}

run(async () => {
  const [file = '', projectId = '', again = ''] = process.argv.slice(2);
  if (projectId === '') throw new Error('Usage: node import.ts FILE PROJECT_ID');
  const tasks = newTasks(tasksOf(file, await readFile(file, 'utf8')), `${projectId} ${again}`);
  let [number, seen, there] = [0, 0, 0];
  for (const chunk of chunksOf(tasks)) {
    number += 1;
    there += await ensure(projectId, chunk, number).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`Rows ${seen + 1} to ${seen + chunk.length} (tasks.0 is row ${seen + 1}): ${why}`);
    });
    seen += chunk.length;
    console.log(`${seen} of ${tasks.length} tasks`);
  }
  if (there < seen) console.log(`${seen - there} of them were imported before and have been deleted since`);
});
