import path from 'node:path';
import { type Program, run } from './builtProgram.js';
import { allPages, type Client } from './client.js';

/** The folder of the guide's example programs. */
export const EXAMPLES = path.resolve(import.meta.dirname, '../../../docs/examples');

/** Runs an example program. */
export const runExample = (
  name: string,
  { url, token }: { url: string; token: string | undefined },
  ...args: string[]
): Program => run(path.join(EXAMPLES, name), { CAIRN_URL: url, CAIRN_TOKEN: token ?? '' }, args);

/** Waits for a program's end and returns its output. */
export async function done(program: Program): Promise<string[]> {
  const code = await program.ended;
  if (code !== 0) throw new Error(`ended with ${code}:\n${program.lines.join('\n')}\n${program.stderr()}`);
  return program.lines;
}

export interface ImportedTask {
  title: string;
  description: string;
  status: string;
  priority: string;
  dueDate: string | null;
  tags: string[];
  comments: { text: string }[];
}

/** Creates import rows with three comments each. Every tenth row repeats the one before it. */
export const rowsToImport = (count: number): ImportedTask[] =>
  Array.from({ length: count }, (_, at) => {
    const n = at % 10 === 9 ? at - 1 : at;
    return {
      title: `Nr. ${n}: “carton”, 🌊`,
      description: n % 3 === 0 ? '' : `Two lines\nof "${n}"`,
      status: ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE'][n % 4] ?? '',
      priority: ['LOW', 'MEDIUM', 'HIGH', 'URGENT'][n % 4] ?? '',
      dueDate: n % 5 === 0 ? null : '2027-03-01T17:00:00.000Z',
      tags: n % 2 === 0 ? [] : ['paper', `batch ${n % 7}`],
      comments: ['first', 'second', 'third'].map((word) => ({ text: `The ${word} of ${n}` })),
    };
  });

type Row = Record<string, unknown> & { id: string };

/** Returns the tasks of a project in order with their comments, in the format of an export. */
export async function projectAsItIs(client: Client, projectId: string): Promise<(Row & { comments: Row[] })[]> {
  const tasks = (await allPages<Row>(client, `/tasks?projectId=${projectId}&orderBy=RANK_ASC&limit=100`)).flat();
  const comments = (await allPages<Row>(client, `/projects/${projectId}/comments?limit=100`)).flat();
  const said = Map.groupBy(comments, ({ taskId }) => taskId);
  return tasks.map((task) => ({ ...task, comments: said.get(task.id) ?? [] }));
}

/** Returns only the fields that an import sets. */
export const asImported = (tasks: readonly (Row & { comments: Row[] })[]): unknown[] =>
  tasks.map(({ title, description, status, priority, dueDate, tags, comments }) => ({
    title,
    description,
    status,
    priority,
    dueDate,
    tags,
    comments: comments.map(({ text }) => ({ text })),
  }));
