import TurndownService from 'turndown';
import type { RelationKind } from '../../../contract/enums.js';
import { fold } from '../../../contract/fold.js';
import { importReason, type ImportThing } from '../../../contract/importReasons.js';
import { IMPORTS, LIMITS } from '../../../contract/limits.js';
import { readTagColors } from './cairnRows.js';
import { cleanTask, cut, type RawTask, rowOf, toImportThing, toProjectName } from './cleanTask.js';
import { dayOf } from './dates.js';
import {
  type Draft,
  type DraftPerson,
  type DraftTask,
  type ImportLoss,
  type ReadOptions,
  type ReportLoss,
  UnreadableFile,
} from './draft.js';
import { isObject, type Json, moment, number, objects, text } from './json.js';
import { readJsonElements } from './jsonElements.js';
import { orderTree } from './treeOrder.js';
import { withArchive } from './zip.js';

/* Reads the data export of Vikunja: a zip with all projects of a person in `data.json`, whose texts are HTML. Several
   projects become one, with their names as tags; buckets with the same name become one column. */

const PRIORITIES = ['MEDIUM', 'LOW', 'MEDIUM', 'HIGH', 'URGENT', 'URGENT'] as const;
const DAYS_S = 86_400;
/** The mode of tasks that repeat every month, whatever their interval. */
const MONTHLY = 1;

const markdown = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  emDelimiter: '*',
});

/** Items of a list with checkboxes. */
markdown.addRule('checklistItem', {
  filter: (node) => node.nodeName === 'LI' && node.hasAttribute('data-checked'),
  replacement: (content, node) => {
    const mark = node.getAttribute('data-checked') === 'true' ? 'x' : ' ';
    return `- [${mark}] ${content.trim().replaceAll(/\n(?=.)/g, '\n  ')}\n`;
  },
});

/** Crossed-out text. */
markdown.addRule('crossedOut', { filter: ['del', 's'], replacement: (content) => `~~${content}~~` });

/** Tables. Markdown has one line for each row, and its first row is the header. */
markdown.addRule('tableCell', {
  filter: ['th', 'td'],
  replacement: (content) =>
    ` ${content
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll('|', String.raw`\|`)} |`,
});
markdown.addRule('tableRow', {
  filter: 'tr',
  replacement: (content, node) => {
    // A search in the table would take too long for a large one.
    const rowsBefore = node.previousElementSibling ?? node.parentElement?.previousElementSibling;
    const isHeader = !/^(?:TR|THEAD|TBODY)$/.test(rowsBefore?.nodeName ?? '');
    return `\n|${content}${isHeader ? `\n|${' --- |'.repeat(node.children.length)}` : ''}`;
  },
});
markdown.addRule('tableRows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });

/** Pictures of attached files, which are not imported. Their address is in another attribute. */
markdown.addRule('attachedPicture', {
  filter: (node) => node.nodeName === 'IMG' && node.getAttribute('src') === '#',
  replacement: (_content, node) => node.getAttribute('alt') ?? '',
});

/** Converts HTML to Markdown. Texts of old versions are Markdown already. */
const toMarkdown = (html: string): string => (/<\w+[^>]*>/.test(html) ? markdown.turndown(html) : html);

/** Vikunja writes the year 1 for an absent time. */
const time = (value: unknown): string | null => (text(value).startsWith('0001-') ? null : moment(value));

/** Relations by their names in Vikunja, which stores each a second time with the inverse name at the other task. */
const RELATIONS: Readonly<Record<string, { kind: RelationKind; isInverse?: true; note?: string }>> = {
  blocking: { kind: 'BLOCKS' },
  blocked: { kind: 'BLOCKS', isInverse: true },
  duplicateof: { kind: 'DUPLICATES' },
  duplicates: { kind: 'DUPLICATES', isInverse: true },
  related: { kind: 'RELATES' },
  precedes: { kind: 'RELATES', note: 'Precedes' },
  follows: { kind: 'RELATES', note: 'Follows' },
  copiedfrom: { kind: 'RELATES', note: 'Copied from' },
  copiedto: { kind: 'RELATES', note: 'Copied to' },
};

interface Project {
  title: string;
  description: string;
  isArchived: boolean;
  buckets: Map<number, { title: string; limit: number }>;
  /** The bucket of a task in the board of its project. */
  bucketOf: Map<number, number>;
  /** The view with the buckets: the board. */
  boardId: number | null;
  /** The positions of tasks by view. Exports of old versions have them in the tasks. */
  positions: Map<number, Map<number, number>>;
  tasks: Json[];
}

const newProject = (): Project => ({
  title: '',
  description: '',
  isArchived: false,
  buckets: new Map(),
  bucketOf: new Map(),
  boardId: null,
  positions: new Map(),
  tasks: [],
});

async function readProjects(parts: AsyncIterable<Uint8Array>): Promise<Project[]> {
  const projects = new Map<number, Project>();
  const at = (index: number): Project => {
    const project = projects.get(index) ?? newProject();
    projects.set(index, project);
    return project;
  };
  let count = 0;
  const add: Readonly<Record<string, (project: Project, value: unknown) => void>> = {
    '$.*.title': (project, value) => void (project.title = text(value)),
    '$.*.description': (project, value) => void (project.description = toMarkdown(text(value)).trim()),
    '$.*.is_archived': (project, value) => void (project.isArchived = value === true),
    '$.*.buckets.*': (project, value) => {
      if (!isObject(value)) return;
      project.boardId ??= number(value['project_view_id']);
      project.buckets.set(number(value['id']), { title: text(value['title']), limit: number(value['limit']) });
    },
    '$.*.task_buckets.*': (project, value) => {
      if (isObject(value)) project.bucketOf.set(number(value['task_id']), number(value['bucket_id']));
    },
    '$.*.positions.*': (project, value) => {
      if (!isObject(value)) return;
      const viewId = number(value['project_view_id']);
      const positions = project.positions.get(viewId) ?? new Map<number, number>();
      project.positions.set(viewId, positions.set(number(value['task_id']), number(value['position'])));
    },
    '$.*.tasks.*': (project, value) => {
      if (!isObject(value)) return;
      project.tasks.push(value);
      count += 1;
      if (count > IMPORTS.tasks) {
        throw new UnreadableFile(importReason('tooManyTasks', { max: IMPORTS.tasks }));
      }
    },
  };
  await readJsonElements(parts, Object.keys(add), (path, value, index) => add[path]?.(at(index), value));
  return [...projects.values()];
}

/** Sorts tasks as on the board, or else as in the first view. */
function sortTasks({ tasks, boardId, positions }: Project): Json[] {
  const [first] = positions.values();
  const known = positions.get(boardId ?? 0) ?? first;
  const positionOf = (task: Json): number => known?.get(number(task['id'])) ?? number(task['position']);
  return tasks.toSorted((one, other) => positionOf(one) - positionOf(other));
}

const personName = (user: unknown): string => (isObject(user) ? text(user['name']) || text(user['username']) : '');

interface Place {
  project: Project;
  /** The tag that names the project, if there are several. */
  tag: string | null;
  parentsOf: ReadonlyMap<number, readonly Json[]>;
  people: Map<string, DraftPerson>;
  lists: Map<string, Draft['head']['lists'][number]>;
  timeZone: string;
}

function findList({ project, lists }: Place, task: Json): string | null {
  const bucket = project.buckets.get(project.bucketOf.get(number(task['id'])) ?? number(task['bucket_id']));
  const name = bucket?.title.trim() ?? '';
  if (name === '') return null;
  const id = fold(name);
  if (!lists.has(id)) {
    const limit = bucket && bucket.limit > 0 ? Math.min(9_999, Math.floor(bucket.limit)) : null;
    lists.set(id, { id, name, limit, isArchived: false });
  }
  return id;
}

function addPeople({ people }: Place, users: readonly Json[]): string[] {
  return users.map((user) => {
    const id = text(user['username']) || personName(user);
    people.set(id, { id, name: personName(user) || 'Unknown', email: text(user['email']) || null });
    return id;
  });
}

/** Collects the values that Cairn has no field for: files, repeats, progress and some kinds of relations. */
function readNotes(
  task: Json,
  row: ImportThing,
  otherParents: readonly Json[],
): { notes: string[]; losses: ImportLoss[] } {
  const losses: ImportLoss[] = [];
  const lines: string[] = [];
  const reportLoss: ReportLoss = (what, why) => void losses.push({ row, what, why });
  for (const { file } of objects(task['attachments'])) {
    const name = isObject(file) ? text(file['name']) : '';
    reportLoss(toImportThing('file', name, 100), importReason('filesNotRead'));
  }
  const repeat = number(task['repeat_after']);
  const isMonthly = number(task['repeat_mode']) === MONTHLY;
  if (isMonthly || repeat > 0) {
    const interval = repeat % DAYS_S === 0 ? `${repeat / DAYS_S} days` : `${repeat} seconds`;
    lines.push(`- Repeats every ${isMonthly ? 'month' : interval}`);
    reportLoss({ kind: 'repetition' }, importReason('repeatInDescription'));
  }
  if (objects(task['reminders']).length > 0) reportLoss({ kind: 'reminders' }, importReason('remindersFollowDue'));
  const end = time(task['end_date']);
  if (end !== null && time(task['due_date']) !== null) lines.push(`- End: ${end}`);
  const done = number(task['percent_done']);
  if (done > 0 && done < 1) lines.push(`- Progress: ${Math.round(done * 100)} %`);
  const related = isObject(task['related_tasks']) ? task['related_tasks'] : {};
  for (const [name, { note }] of Object.entries(RELATIONS)) {
    if (note !== undefined) lines.push(...objects(related[name]).map((other) => `- ${note}: ${text(other['title'])}`));
  }
  lines.push(...otherParents.map((parent) => `- Subtask of: ${text(parent['title'])}`));
  return { notes: lines.length > 0 ? [lines.join('\n')] : [], losses };
}

function readTask(task: Json, place: Place): DraftTask {
  const title = text(task['title']);
  const row = rowOf('task', title);
  const [parent, ...otherParents] = place.parentsOf.get(number(task['id'])) ?? [];
  const { notes, losses } = readNotes(task, row, otherParents);
  const due = time(task['due_date']) ?? time(task['end_date']);
  const raw: RawTask = {
    id: String(number(task['id'])),
    row,
    listId: findList(place, task),
    title,
    description: toMarkdown(text(task['description'])),
    priority: PRIORITIES[number(task['priority'])] ?? 'MEDIUM',
    due,
    startDate: dayOf(time(task['start_date']), place.timeZone),
    tags: [...objects(task['labels']).map((label) => text(label['title'])), ...(place.tag === null ? [] : [place.tag])],
    assignees: addPeople(place, objects(task['assignees'])),
    isDone: task['done'] === true,
    isArchived: place.project.isArchived,
    parentId: parent === undefined ? null : String(number(parent['id'])),
    url: null,
    createdAt: time(task['created']),
    updatedAt: time(task['updated']),
    completedAt: time(task['done_at']),
    checklist: [],
    comments: objects(task['comments']).map((comment) => ({
      id: String(number(comment['id'])),
      text: toMarkdown(text(comment['comment'])),
      name: personName(comment['author']) || 'A former member',
      at: time(comment['created']),
    })),
    losses,
    notes,
  };
  return cleanTask(raw);
}

/** Finds parents: either the subtask names its parent, or the parent its subtasks. Tasks can have several. */
function findParents(projects: readonly Project[]): Map<number, Json[]> {
  const tasks = projects.flatMap((project) => project.tasks);
  const known = new Map(tasks.map((task) => [number(task['id']), task]));
  const parents = new Map<number, Json[]>();
  const add = (child: Json, parent: Json): void => {
    const [childId, parentId] = [number(child['id']), number(parent['id'])];
    const found = parents.get(childId) ?? [];
    if (found.every(({ id }) => number(id) !== parentId)) parents.set(childId, [...found, parent]);
  };
  for (const task of tasks) {
    const related = isObject(task['related_tasks']) ? task['related_tasks'] : {};
    for (const child of objects(related['subtask'])) add(child, known.get(number(task['id'])) ?? task);
    for (const parent of objects(related['parenttask'])) add(task, known.get(number(parent['id'])) ?? parent);
  }
  const isMissing = ({ id }: Json): number => Number(!known.has(number(id)));
  return new Map([...parents].map(([id, all]) => [id, all.toSorted((a, b) => isMissing(a) - isMissing(b))]));
}

/** Adds the relations. Each is stored with the later one of its tasks, so that the other task exists already. */
function addRelations(
  projects: readonly Project[],
  ordered: readonly DraftTask[],
  parentsOf: Place['parentsOf'],
): void {
  const places = new Map(ordered.map(({ id }, at) => [id, at]));
  const seen = new Set<string>();
  const add = (kind: RelationKind, taskId: string, otherId: string): void => {
    const id = `${kind}:${taskId}:${otherId}`;
    if (taskId === otherId || seen.has(id)) return;
    seen.add(id);
    const later = ordered[Math.max(places.get(taskId) ?? 0, places.get(otherId) ?? 0)];
    if (later) (later.relations ??= []).push({ id, kind, taskId, otherId, creator: '', createdAt: null });
  };
  for (const task of projects.flatMap(({ tasks }) => tasks)) {
    const related = isObject(task['related_tasks']) ? task['related_tasks'] : {};
    const taskId = number(task['id']);
    for (const parent of parentsOf.get(taskId)?.slice(1) ?? []) {
      const [one = 0, other = 0] = [taskId, number(parent['id'])].toSorted((a, b) => a - b);
      add('RELATES', String(one), String(other));
    }
    for (const [name, { kind, isInverse = false }] of Object.entries(RELATIONS)) {
      for (const other of objects(related[name])) {
        const otherId = number(other['id']);
        const isSwapped = kind === 'RELATES' ? taskId > otherId : isInverse;
        if (isSwapped) add(kind, String(otherId), String(taskId));
        else add(kind, String(taskId), String(otherId));
      }
    }
  }
}

const readLabelColors = (projects: readonly Project[]): Record<string, string> =>
  readTagColors(
    Object.fromEntries(
      projects
        .flatMap(({ tasks }) => tasks.flatMap((task) => objects(task['labels'])))
        .map((label) => [text(label['title']), `#${text(label['hex_color']).replace('#', '').toLowerCase()}`]),
    ),
  );

/** Joins the descriptions of the projects. Returns a loss if they are too long. */
function joinDescriptions(projects: readonly Project[]): { description: string; losses: ImportLoss[] } {
  const all = projects.filter(({ description }) => description !== '');
  const joined = all
    .map(({ title, description }) => (projects.length > 1 ? `${title}: ${description}` : description))
    .join('\n\n');
  const max = LIMITS.projectDescriptionMax;
  const why = importReason('descriptionTooLong', { max });
  const losses: ImportLoss[] =
    joined.length > max ? [{ row: { kind: 'project' }, what: { kind: 'description' }, why }] : [];
  return { description: cut(joined, max), losses };
}

export const readVikunja = (parts: AsyncIterable<Uint8Array>, options: ReadOptions, folder: string): Promise<Draft> =>
  withArchive(parts, folder, async (archive) => {
    const projects = (await readProjects(archive.read('data.json'))).filter(({ tasks }) => tasks.length > 0);
    const [only, ...others] = projects;
    const parentsOf = findParents(projects);
    const people = new Map<string, DraftPerson>();
    const lists: Place['lists'] = new Map();
    const tasks = projects.flatMap((project) => {
      const tag = others.length > 0 ? project.title : null;
      return sortTasks(project).map((task) =>
        readTask(task, { project, tag, parentsOf, people, lists, timeZone: options.timeZone }),
      );
    });
    const ordered = orderTree(tasks);
    addRelations(projects, ordered, parentsOf);
    return {
      head: {
        name: only && others.length === 0 ? toProjectName(only.title) : '',
        lists: [...lists.values()],
        people: [...people.values()],
        fields: [],
        dateOrder: null,
        tagColors: readLabelColors(projects),
        ...joinDescriptions(projects),
      },
      tasks: ordered,
    };
  });
