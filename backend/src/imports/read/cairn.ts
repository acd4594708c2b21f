import { importReason, type ImportReason, type ImportThingKind } from '../../../contract/importReasons.js';
import { PROJECT_KEY } from '../../../contract/keys.js';
import { ATTACHMENTS, COLUMNS, IMPORTS, LIMITS, REPEATS } from '../../../contract/limits.js';
import { isVisible } from '../../../contract/text.js';
import {
  addComment,
  addItem,
  type CairnDraft,
  color,
  compare,
  day,
  fileName,
  isKind,
  isPriority,
  isStatus,
  NUMBER_MAX,
  readRepeat,
  readTagColors,
  readWholeNumber,
} from './cairnRows.js';
import { cleanTags, cut, rowOf, toImportThing, toProjectName } from './cleanTask.js';
import {
  type CairnTask,
  type Draft,
  type DraftFile,
  type DraftList,
  type DraftPerson,
  type DraftRelation,
  type ImportLoss,
  type ReadOptions,
  type ReportLoss,
  UnreadableFile,
} from './draft.js';
import { isObject, type Json, list, moment, text } from './json.js';
import { readJsonElements } from './jsonElements.js';
import { orderTree } from './treeOrder.js';
import { type Archive, DATA, withArchive } from './zip.js';

/* Reads our own data download: a zip with a JSON list for each kind of object, or the zip with files that contains it.
   Reads one project. Texts are kept unchanged, because they are within the limits of the app already. */

/** The most projects that a plan lists. A plan is stored, and returned with every list of imports. */
const PROJECTS = 1_000;

interface Chosen {
  projects: { id: string; name: string; tasks: number }[];
  row: Json;
  id: string;
}

class ProjectReader {
  readonly #archive: Archive;
  readonly #people = new Map<string, DraftPerson>();
  readonly #used = new Set<string>();
  readonly #numbers = new Set<number>();
  readonly #ranks = new Set<string>();
  readonly losses: ImportLoss[] = [];
  readonly lists: DraftList[] = [];
  readonly tasks = new Map<string, CairnDraft>();
  lastNumber = 0;

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  /** Reports a part of the project itself that is lost. */
  reportProjectLoss(what: ImportThingKind, why: ImportReason): void {
    this.losses.push({ row: { kind: 'project' }, what: { kind: what }, why });
  }

  /** Reads the rows of a file, which can be missing in a download of an earlier version. */
  async #rows(name: string, onRow: (row: Json) => void): Promise<void> {
    if (!this.#archive.has(name)) return;
    await readJsonElements(this.#archive.read(name), ['$.*'], (path, value) => {
      if (path === '$.*' && isObject(value)) onRow(value);
    });
  }

  async choose(wanted: string | null): Promise<Chosen> {
    if (!this.#archive.has('projects.json') || !this.#archive.has('tasks.json')) {
      throw new UnreadableFile(importReason('notDownload'));
    }
    const rows: Json[] = [];
    await this.#rows('projects.json', (row) => {
      const id = text(row['id']);
      if (id !== '' && id.length <= IMPORTS.nameMax) rows.push(row);
    });
    const row = wanted === null ? rows[0] : rows.find(({ id }) => text(id) === wanted);
    if (!row) throw new UnreadableFile(importReason(wanted === null ? 'noProjects' : 'noSuchProject'));
    const listed = rows.filter((it, at) => at < PROJECTS || it === row);
    const projects = listed.map(({ id, name }) => ({ id: text(id), name: toProjectName(text(name)), tasks: 0 }));
    return { projects, row, id: text(row['id']) };
  }

  async readColumns(projectId: string): Promise<void> {
    await this.#rows('columns.json', (row) => {
      if (text(row['projectId']) !== projectId || !isStatus(row['status'])) return;
      const own = { status: row['status'], color: color(row['color']), hidden: row['hidden'] === true };
      const limit = readWholeNumber(row['limit'], COLUMNS.limitMax);
      this.lists.push({
        id: text(row['id']),
        name: text(row['name']).trim() || 'Untitled',
        limit,
        isArchived: false,
        own,
      });
      if (this.lists.length > IMPORTS.lists) {
        throw new UnreadableFile(importReason('projectTooWide', { max: IMPORTS.lists }));
      }
    });
  }

  /** Reads the members. They are only used for matching; an import adds no one to a project. */
  async readMembers(projectId: string): Promise<void> {
    let count = 0;
    await this.#rows('members.json', (row) => {
      if (text(row['projectId']) !== projectId) return;
      const id = text(row['userId']);
      this.#people.set(id, { id, name: text(row['name']) || id, email: null, username: text(row['username']) });
      count += 1;
    });
    if (count > 1) this.reportProjectLoss('members', importReason('addMembers'));
  }

  /** Returns the id of a person. Adds a person who is no longer a member under this name. */
  #person(id: unknown, name: unknown): string {
    const known = text(id);
    if (!this.#people.has(known)) {
      this.#people.set(known, { id: known, name: text(name) || 'A former member', email: null });
    }
    this.#used.add(known);
    return known;
  }

  get people(): DraftPerson[] {
    return [...this.#used].flatMap((id) => this.#people.get(id) ?? []);
  }

  async readTasks(chosen: Chosen): Promise<void> {
    const byId = new Map(chosen.projects.map((project) => [project.id, project]));
    await this.#rows('tasks.json', (row) => {
      const project = byId.get(text(row['projectId']));
      if (project) project.tasks += 1;
      if (project?.id !== chosen.id) return;
      this.#addTask(row);
      if (this.tasks.size > IMPORTS.tasks) {
        throw new UnreadableFile(importReason('projectTooLarge', { max: IMPORTS.tasks }));
      }
    });
  }

  #addTask(row: Json): void {
    const given = text(row['title']).trim();
    const fullTitle = isVisible(given) ? given : 'Untitled';
    const name = rowOf('task', fullTitle);
    const id = text(row['id']);
    if (id === '' || this.tasks.has(id)) {
      const why = importReason(id === '' ? 'noTaskId' : 'taskTwice');
      this.losses.push({ row: name, what: { kind: 'task' }, why });
      return;
    }
    const losses: ImportLoss[] = [];
    const reportLoss: ReportLoss = (what, why) => void losses.push({ row: name, what, why });
    const title = cut(fullTitle, LIMITS.taskTitleMax);
    if (title !== fullTitle) reportLoss({ kind: 'title' }, importReason('titleTooLong', { max: LIMITS.taskTitleMax }));
    const fullText = text(row['description']);
    const description = cut(fullText, LIMITS.taskTextMax);
    if (description !== fullText) {
      reportLoss({ kind: 'description' }, importReason('descriptionTooLong', { max: LIMITS.taskTextMax }));
    }
    const due = moment(row['dueDate']);
    const dueDay = day(row['dueDay']);
    const status = isStatus(row['status']) ? row['status'] : 'TODO';
    const columnId = text(row['columnId']);
    const isKnown = this.lists.some(({ id }) => id === columnId);
    if (!isKnown) reportLoss({ kind: 'column' }, importReason('columnNotInFile'));
    const createdAt = moment(row['createdAt']);
    this.tasks.set(id, {
      id,
      row: name,
      listId: isKnown ? columnId : null,
      title,
      description,
      priority: isPriority(row['priority']) ? row['priority'] : 'MEDIUM',
      due: due ?? dueDay,
      startDate: day(row['startDate']),
      tags: cleanTags(list(row['tags']).map(text), reportLoss),
      assignees: text(row['assigneeId']) === '' ? [] : [this.#person(row['assigneeId'], row['assigneeName'])],
      isDone: false,
      isArchived: false,
      parentId: text(row['parentId']) || null,
      url: null,
      createdAt,
      updatedAt: moment(row['updatedAt']) ?? createdAt,
      checklist: [],
      comments: [],
      relations: [],
      losses,
      own: {
        status,
        dueDay: due === null ? null : dueDay,
        completedAt: moment(row['completedAt']),
        creator: this.#person(row['creatorId'], row['creatorName']),
        number: this.#takeNumber(row['number']),
        rank: this.#takeRank(row['rank']),
        ...this.#readSeries(row, reportLoss),
        files: [],
        pictures: [],
      },
    });
  }

  /** Returns the number if no earlier task has it; otherwise null. */
  #takeNumber(value: unknown): number | null {
    const number = readWholeNumber(value, NUMBER_MAX);
    if (number === null || this.#numbers.has(number)) return null;
    this.#numbers.add(number);
    this.lastNumber = Math.max(this.lastNumber, number);
    return number;
  }

  /** Returns the rank if no earlier task has it; otherwise an empty text. */
  #takeRank(value: unknown): string {
    const rank = text(value);
    if (this.#ranks.has(rank)) return '';
    this.#ranks.add(rank);
    return rank;
  }

  #readSeries(row: Json, reportLoss: ReportLoss): Pick<CairnTask, 'repeat' | 'seriesId' | 'occurrence'> {
    const seriesId = text(row['seriesId']) || null;
    const repeat = readRepeat(row['repeat']);
    if (isObject(row['repeat']) && (repeat === null || seriesId === null)) {
      reportLoss({ kind: 'repetition' }, importReason('badRule'));
    }
    return {
      repeat: seriesId === null ? null : repeat,
      seriesId,
      occurrence: seriesId === null ? null : (readWholeNumber(row['occurrence'], REPEATS.countMax) ?? 1),
    };
  }

  /** Calls `add` for each row of a file that belongs to a task, and reports how many belong to none. */
  async #parts(projectId: string, name: string, what: ImportThingKind, add: (task: CairnDraft, row: Json) => void) {
    let lost = 0;
    await this.#rows(name, (row) => {
      if (text(row['projectId']) !== projectId) return;
      const task = this.tasks.get(text(row['taskId']));
      if (task) add(task, row);
      else lost += 1;
    });
    if (lost > 0) this.reportProjectLoss(what, importReason('ofMissingTasks', { count: lost }));
  }

  async readParts(projectId: string): Promise<void> {
    await this.#parts(projectId, 'checklists.json', 'checklistItems', addItem);
    await this.#parts(projectId, 'comments.json', 'comments', addComment);
    await this.#parts(projectId, 'attachments.json', 'files', (task, row) => {
      const { files } = task.own;
      const name = fileName(row['name']);
      if (files.length >= ATTACHMENTS.perTask) {
        const why = importReason('tooManyFiles', { max: ATTACHMENTS.perTask });
        task.losses.push({ row: task.row, what: toImportThing('file', name), why });
        return;
      }
      files.push({
        id: text(row['id']),
        name,
        creator: this.#person(row['creatorId'], ''),
        createdAt: moment(row['createdAt']),
        isCover: row['isCover'] === true && !files.some(({ isCover }) => isCover),
      } satisfies DraftFile);
    });
  }

  /** Finds the files of other tasks that are shown in the texts of tasks. */
  findPictures(): void {
    const tasks = [...this.tasks.values()];
    const taskOf = new Map(tasks.flatMap((task) => task.own.files.map(({ id }) => [id, task] as const)));
    for (const task of tasks) {
      const texts = [task.description, ...task.comments.map((comment) => comment.text)];
      const ids = texts.flatMap((it) => [...it.matchAll(/\/files\/([^/]+)\//g)].map(([, id = '']) => id));
      for (const id of new Set(ids)) {
        const owner = taskOf.get(id);
        if (owner && owner !== task) task.own.pictures.push({ id, taskId: owner.id });
      }
    }
  }

  /** Reads the relations. Each is stored with the later one of its tasks, so that the other task exists already. */
  async readRelations(projectId: string, ordered: readonly CairnDraft[]): Promise<void> {
    const places = new Map(ordered.map(({ id }, at) => [id, at]));
    await this.#parts(projectId, 'relations.json', 'relations', (task, row) => {
      const other = this.tasks.get(text(row['otherId']));
      const kind = row['kind'];
      if (!other || other === task || !isKind(kind)) {
        task.losses.push({ row: task.row, what: { kind: 'relation' }, why: importReason('badRelation') });
        return;
      }
      const later = (places.get(task.id) ?? 0) > (places.get(other.id) ?? 0) ? task : other;
      later.relations.push({
        id: text(row['id']),
        kind,
        taskId: task.id,
        otherId: other.id,
        creator: this.#person(row['creatorId'], ''),
        createdAt: moment(row['createdAt']),
      } satisfies DraftRelation);
    });
  }
}

async function readProject(archive: Archive, { project: wanted = null }: ReadOptions): Promise<Draft> {
  const reader = new ProjectReader(archive);
  const chosen = await reader.choose(wanted);
  const { row, id, projects } = chosen;
  await reader.readColumns(id);
  await reader.readMembers(id);
  await reader.readTasks(chosen);
  await reader.readParts(id);
  reader.findPictures();
  const ranked = [...reader.tasks.values()].toSorted(
    (one, other) => compare(one.own.rank, other.own.rank) || compare(one.id, other.id),
  );
  const tasks = orderTree(ranked) as CairnDraft[];
  await reader.readRelations(id, tasks);
  if (row['archivedAt'] != null) reader.reportProjectLoss('archived', importReason('importedActive'));
  reader.reportProjectLoss('downloadParts', importReason('staysInDownload'));
  const key = text(row['key']);
  return {
    head: {
      name: toProjectName(text(row['name'])) || 'Untitled',
      lists: reader.lists,
      people: reader.people,
      fields: [],
      dateOrder: null,
      tagColors: readTagColors(row['tagColors']),
      losses: reader.losses,
      own: {
        projects,
        projectId: id,
        description: cut(text(row['description']), LIMITS.projectDescriptionMax),
        color: color(row['color']),
        key: PROJECT_KEY.test(key) ? key : null,
        isTemplate: row['isTemplate'] === true,
        lastNumber: reader.lastNumber,
      },
    },
    tasks,
  };
}

/** Reads a project of a download, or of the archive with its files. */
export const readCairn = (parts: AsyncIterable<Uint8Array>, options: ReadOptions, folder: string): Promise<Draft> =>
  withArchive(parts, folder, (archive) =>
    archive.has(DATA)
      ? withArchive(archive.read(DATA), folder, (data) => readProject(data, options))
      : readProject(archive, options),
  );
