import { because, type ImportReason } from '../../../contract/importReasons.js';
import { IMPORTS, LIMITS } from '../../../contract/limits.js';
import {
  type CountedHead,
  type Draft,
  type DraftCounts,
  type DraftHead,
  type DraftPerson,
  type DraftTask,
  type ReadOptions,
  UnreadableFile,
} from './draft.js';
import { cut, nameThing, toTheirName } from './cleanTask.js';

/* The process that reads a file. It requests the file part by part, and sends tasks in parts when they are requested. A
   file that needs too much memory ends this process instead of the server. */

/** Messages to this process: the options and a folder for temporary files, the next bytes (null at the end), or a request for the next tasks. */
export type ToReader = { options: ReadOptions; folder: string } | { bytes: Uint8Array | null } | { next: true };

/** Messages from this process. */
export type FromReader =
  | { want: 'options' | 'bytes' }
  | { head: CountedHead }
  | { tasks: DraftTask[] }
  | { unreadable: ImportReason }
  | { failed: string }
  | { end: true };

/** The number of tasks in one message. */
const AT_ONCE = 100;

const send = (message: FromReader): void => void process.send?.(message);

const inbox: ToReader[] = [];
let wake: (() => void) | undefined;
process.on('message', (message: ToReader) => {
  inbox.push(message);
  wake?.();
});
// The server has ended.
process.on('disconnect', () => process.exit());
// Ctrl-C reaches all processes of a terminal. The server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

async function receive(): Promise<ToReader> {
  for (;;) {
    const message = inbox.shift();
    if (message) return message;
    await new Promise<void>((resolve) => (wake = resolve));
  }
}

async function* bytes(): AsyncGenerator<Uint8Array> {
  for (;;) {
    send({ want: 'bytes' });
    const message = await receive();
    if (!('bytes' in message) || message.bytes === null) return;
    yield message.bytes;
  }
}

/** Reads the file with the code for its source, which alone is loaded. */
async function read(options: ReadOptions, folder: string): Promise<Draft> {
  switch (options.source) {
    case 'CAIRN':
      return (await import('./cairn.js')).readCairn(bytes(), options, folder);
    case 'TRELLO':
      return (await import('./trello.js')).readTrello(bytes(), options);
    case 'PLANKA':
      return (await import('./planka.js')).readPlanka(bytes());
    case 'VIKUNJA':
      return (await import('./vikunja.js')).readVikunja(bytes(), options, folder);
    case 'TODOIST':
      return (await import('./todoist.js')).readTodoist(bytes(), options);
    case 'ASANA':
    case 'CSV':
    case 'JIRA':
    case 'LINEAR':
      return (await import('./tasksOfTable.js')).readTasksOfTable(bytes(), options);
  }
}

/** The maximum number of parts of one task, because the server writes a task with all its parts at once. */
const PARTS_OF_TASK = 10_000;

/** Throws if a task has too many parts. */
function requireSmallTasks(tasks: readonly DraftTask[]): void {
  const isLarge = ({ assignees, checklist, comments, losses, relations = [] }: DraftTask): boolean =>
    [assignees, checklist, comments, losses, relations].reduce((sum, { length }) => sum + length, 0) > PARTS_OF_TASK;
  if (tasks.some(isLarge)) throw new UnreadableFile(because('tooLarge'));
}

/** Throws for too many lists: the server compares each with all others. */
function requireFewLists({ lists }: DraftHead): void {
  if (lists.length > IMPORTS.lists) throw new UnreadableFile(because('tooManyLists', { max: IMPORTS.lists }));
}

/** Leaves out the people above the limit, whom the server would compare with all members. Their tasks keep their names. */
function limitPeople({ head: { people }, tasks }: Draft): DraftPerson[] {
  const others = new Map(people.slice(IMPORTS.people).map(({ id, name }) => [id, name]));
  for (const task of others.size > 0 ? tasks : []) {
    const names = task.assignees.flatMap((id) => others.get(id) ?? []);
    if (names.length === 0) continue;
    for (const name of names) {
      task.losses.push({ row: task.row, what: nameThing('assignee', name), why: because('noOneChosen') });
    }
    const texts = [task.description, `Assigned to: ${names.join(', ')}`].filter((text) => text !== '');
    task.description = cut(texts.join('\n\n'), LIMITS.taskTextMax);
  }
  return people.slice(0, IMPORTS.people);
}

/** Lists and people with names that people can choose by. */
const nameAll = ({ lists, people }: Pick<DraftHead, 'lists' | 'people'>): Pick<DraftHead, 'lists' | 'people'> => ({
  lists: lists.map((it) => ({ ...it, name: toTheirName(it.name) })),
  people: people.map((it) => ({ ...it, name: toTheirName(it.name) || toTheirName(it.id) })),
});

function countAll(tasks: readonly DraftTask[]): DraftCounts {
  const counts: DraftCounts = { byList: new Map(), byPerson: new Map(), archived: 0, comments: 0, checklistItems: 0 };
  const add = (to: Map<string, number>, key: string): void => void to.set(key, (to.get(key) ?? 0) + 1);
  for (const { listId, assignees, isArchived, comments, checklist } of tasks) {
    if (listId !== null) add(counts.byList, listId);
    for (const person of assignees) add(counts.byPerson, person);
    counts.archived += Number(isArchived);
    counts.comments += comments.length;
    counts.checklistItems += checklist.length;
  }
  return counts;
}

async function run(): Promise<void> {
  send({ want: 'options' });
  const first = await receive();
  if (!('options' in first)) throw new Error('the reader got something else first');
  try {
    const draft = await read(first.options, first.folder);
    const { head, tasks } = draft;
    requireSmallTasks(tasks);
    requireFewLists(head);
    const named = nameAll({ lists: head.lists, people: limitPeople(draft) });
    // the report has no more lines
    const losses = head.losses.slice(0, IMPORTS.lines);
    send({ head: { ...head, ...named, losses, tasks: tasks.length, counts: countAll(tasks) } });
    for (let at = 0; at < tasks.length; at += AT_ONCE) {
      await receive();
      send({ tasks: tasks.slice(at, at + AT_ONCE) });
    }
    await receive();
    send({ end: true });
  } catch (error) {
    send(error instanceof UnreadableFile ? { unreadable: error.reason } : { failed: String(error) });
  }
}

await run();
