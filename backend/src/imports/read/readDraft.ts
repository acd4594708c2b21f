import { importReason } from '../../../contract/importReasons.js';
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
import { cut, toImportThing, toSourceName } from './cleanTask.js';

/** Reads the file with the code for its source, which alone is loaded. */
async function read(bytes: AsyncIterable<Uint8Array>, options: ReadOptions, folder: string): Promise<Draft> {
  switch (options.source) {
    case 'CAIRN':
      return (await import('./cairn.js')).readCairn(bytes, options, folder);
    case 'TRELLO':
      return (await import('./trello.js')).readTrello(bytes, options);
    case 'PLANKA':
      return (await import('./planka.js')).readPlanka(bytes);
    case 'VIKUNJA':
      return (await import('./vikunja.js')).readVikunja(bytes, options, folder);
    case 'TODOIST':
      return (await import('./todoist.js')).readTodoist(bytes, options);
    case 'ASANA':
    case 'CSV':
    case 'JIRA':
    case 'LINEAR':
      return (await import('./tasksOfTable.js')).readTasksOfTable(bytes, options);
  }
}

/** The maximum number of parts of one task, because the server writes a task with all its parts at once. */
const PARTS_OF_TASK = 10_000;

/** Throws if a task has too many parts. */
function requireSmallTasks(tasks: readonly DraftTask[]): void {
  const isLarge = ({ assignees, checklist, comments, losses, relations = [] }: DraftTask): boolean =>
    [assignees, checklist, comments, losses, relations].reduce((sum, { length }) => sum + length, 0) > PARTS_OF_TASK;
  if (tasks.some(isLarge)) throw new UnreadableFile(importReason('tooLarge'));
}

/** Throws for too many lists: the server compares each with all others. */
function requireFewLists({ lists }: DraftHead): void {
  if (lists.length > IMPORTS.lists) throw new UnreadableFile(importReason('tooManyLists', { max: IMPORTS.lists }));
}

/** Leaves out the people above the limit, whom the server would compare with all members. Their tasks keep their names. */
function limitPeople({ head: { people }, tasks }: Draft): DraftPerson[] {
  const others = new Map(people.slice(IMPORTS.people).map(({ id, name }) => [id, name]));
  for (const task of others.size > 0 ? tasks : []) {
    const names = task.assignees.flatMap((id) => others.get(id) ?? []);
    if (names.length === 0) continue;
    for (const name of names) {
      task.losses.push({ row: task.row, what: toImportThing('assignee', name), why: importReason('noOneChosen') });
    }
    const texts = [task.description, `Assigned to: ${names.join(', ')}`].filter((text) => text !== '');
    task.description = cut(texts.join('\n\n'), LIMITS.taskTextMax);
  }
  return people.slice(0, IMPORTS.people);
}

/** Lists and people with names that people can choose by. */
const toDisplayNames = ({
  lists,
  people,
}: Pick<DraftHead, 'lists' | 'people'>): Pick<DraftHead, 'lists' | 'people'> => ({
  lists: lists.map((it) => ({ ...it, name: toSourceName(it.name) })),
  people: people.map((it) => ({ ...it, name: toSourceName(it.name) || toSourceName(it.id) })),
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

/**
 * Reads a file into what the server gets of it: within the limits of all formats, and counted. `folder` is for
 * temporary files. Throws UnreadableFile with the reason.
 */
export async function readDraft(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  folder: string,
): Promise<{ head: CountedHead; tasks: DraftTask[] }> {
  const draft = await read(bytes, options, folder);
  const { head, tasks } = draft;
  requireSmallTasks(tasks);
  requireFewLists(head);
  const named = toDisplayNames({ lists: head.lists, people: limitPeople(draft) });
  // the report has no more lines
  const losses = head.losses.slice(0, IMPORTS.lines);
  return { head: { ...head, ...named, losses, tasks: tasks.length, counts: countAll(tasks) }, tasks };
}
