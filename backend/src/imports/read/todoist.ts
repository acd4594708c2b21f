import type { Chrono } from 'chrono-node';
import { casual } from 'chrono-node/en';
import { importReason, type ImportThing } from '../../../contract/importReasons.js';
import { IMPORTS } from '../../../contract/limits.js';
import { isTimeZone } from '../../../contract/timeZone.js';
import { cleanTask, type RawTask, tableRow, toImportThing } from './cleanTask.js';
import { isPossibleDay, parseDate, toMoment } from './dates.js';
import { toEnglishDate } from './dateWords.js';
import {
  type Draft,
  type DraftList,
  type DraftPerson,
  type ImportLoss,
  type ReadOptions,
  UnreadableFile,
} from './draft.js';
import { isObject, isWebAddress, linkTo, text } from './json.js';
import { hashOf, RepeatedIds } from './repeatedIds.js';
import { readTable } from './table.js';
import { orderTree } from './treeOrder.js';

/* Reads the CSV template of a Todoist project: one row for each section, task and comment, in the order of the project.
   Subtasks are indented, a comment belongs to the task above it, and dates are written in words of the language that
   DATE_LANG names. Priority 1 is the highest. */

const PRIORITIES = ['URGENT', 'HIGH', 'MEDIUM', 'LOW'] as const;

/** Parsers of dates in words, besides English, by Todoist's names of the languages. */
const PARSERS = new Map<string, () => Promise<{ casual: Chrono }>>([
  ['de', () => import('chrono-node/de')],
  ['es', () => import('chrono-node/es')],
  ['fi', () => import('chrono-node/fi')],
  ['fr', () => import('chrono-node/fr')],
  ['it', () => import('chrono-node/it')],
  ['ja', () => import('chrono-node/ja')],
  ['nl', () => import('chrono-node/nl')],
  ['pt', () => import('chrono-node/pt')],
  ['ru', () => import('chrono-node/ru')],
  ['sv', () => import('chrono-node/sv')],
  ['tw', () => import('chrono-node/zh')],
  ['zh', () => import('chrono-node/zh')],
]);

type Parsers = ReadonlyMap<string, Chrono>;

const toLanguage = (cell: string): string => cell.slice(0, 2).toLowerCase();

/** Loads the parsers of the languages that a file names. */
async function loadParsers(languages: ReadonlySet<string>): Promise<Parsers> {
  const loaded = new Map<string, Chrono>();
  for (const [language, load] of PARSERS) if (languages.has(language)) loaded.set(language, (await load()).casual);
  return loaded;
}

/** Splits the labels from a task's text: `Buy milk @shop`. */
function splitLabels(content: string): { title: string; tags: string[] } {
  const tags = [...content.matchAll(/(?<=^|\s)@([^\s@]+)/gu)].map(([, tag = '']) => tag);
  const words = content.replaceAll(/(?<=^|\s)@[^\s@]+/gu, '').replaceAll(/\s+/g, ' ');
  return { title: words.trim() || content, tags };
}

const FILE = '[[file ';

/** Splits the file from a comment: `As drawn [[file {"file_name": "plan.png", "file_url": "https://…"}]]`. */
function splitFile(content: string): { words: string; file: { name: string; url: string } | null } {
  const at = content.lastIndexOf(`${FILE}{`);
  try {
    if (at >= 0 && content.endsWith('}]]')) {
      const found: unknown = JSON.parse(content.slice(at + FILE.length, -']]'.length));
      if (isObject(found)) {
        const file = { name: text(found['file_name']), url: text(found['file_url']) };
        return { words: content.slice(0, at).trim() || file.name, file };
      }
    }
  } catch {
    // A person has typed these marks: it is text.
  }
  return { words: content, file: null };
}

const two = (part: number | null): string => String(part ?? 0).padStart(2, '0');

/** Parses a date in words, relative to today. Without a year it is the next such day, or the last one if `isPast`. */
function parseWords(parser: Chrono, text: string, { timeZone, today }: ReadOptions, isPast: boolean): string | null {
  // Some parsers leave out the point of an abbreviation.
  const words = text.trim().replace(/\.$/, '');
  const [found, ...others] = parser.parse(words, new Date(`${today}T12:00:00`), { forwardDate: !isPast });
  if (!found || others.length > 0 || found.text.length < words.length) return null;
  const { start } = found;
  const dayIn = (year: number): string => `${year}-${two(start.get('month'))}-${two(start.get('day'))}`;
  const year = start.get('year') ?? 0;
  const isTooLate = isPast && !start.isCertain('year') && dayIn(year) > today;
  const day = dayIn(isTooLate ? year - 1 : year);
  if (!isPossibleDay(day)) return null;
  if (!start.isCertain('hour')) return day;
  return parseDate(`${day} ${two(start.get('hour'))}:${two(start.get('minute'))}`, 'DAY_FIRST', timeZone);
}

/** Parses a date: as a date, in the words of its language, or in English. */
function readDate(text: string, parser: Chrono | undefined, options: ReadOptions, isPast = false): string | null {
  if (text === '') return null;
  const plain = parseDate(text, options.dateOrder ?? 'DAY_FIRST', options.timeZone);
  if (plain !== null) return plain;
  // English comes last, because words of other languages begin like its own: “mar.” is a Tuesday in French.
  const own = parser ? parseWords(parser, text, options, isPast) : null;
  return own ?? parseWords(casual, text, options, isPast);
}

/** Removes the account number from a name: `Ines Sol (123)`. */
const withoutNumber = (name: string): string => name.replace(/\s*\(\d+\)$/, '');

/** Returns the text of a cell of a row. */
type Cell = (column: string) => string;

class ProjectReader {
  readonly lists = new Map<string, DraftList>();
  readonly people = new Map<string, DraftPerson>();
  readonly tasks: RawTask[] = [];
  /** Whether comments come before the first task. */
  hasProjectComments = false;
  readonly #options: ReadOptions;
  readonly #parsers: Parsers;
  readonly #ids = new RepeatedIds();
  /** The ids of the ancestors of the last task, from the top, and of the task itself. */
  readonly #above: string[] = [];
  #commentIds = new RepeatedIds();
  #listId: string | null = null;

  constructor(options: ReadOptions, parsers: Parsers) {
    this.#options = options;
    this.#parsers = parsers;
  }

  read(cell: Cell, number: number): void {
    const type = cell('TYPE').toLowerCase();
    if (type === 'section') this.#addSection(cell('CONTENT'));
    else if (cell('CONTENT') === '') return;
    else if (type === 'note' || type === 'comment') this.#addComment(cell);
    else if (type === 'task') this.#addTask(cell, tableRow(number, cell('CONTENT')));
  }

  #addSection(name: string): void {
    const id = `section:${name}`;
    this.#listId = id;
    if (!this.lists.has(id)) this.lists.set(id, { id, name: name || 'Untitled', limit: null, isArchived: false });
    if (this.lists.size > IMPORTS.lists) {
      throw new UnreadableFile(importReason('tooManySections', { max: IMPORTS.lists }));
    }
  }

  #addComment(cell: Cell): void {
    const [content, author, date] = [cell('CONTENT'), cell('AUTHOR'), cell('DATE')];
    const task = this.tasks.at(-1);
    if (!task) {
      this.hasProjectComments = true;
      return;
    }
    const { words, file } = splitFile(content);
    if (file) {
      (task.losses ??= []).push({
        row: task.row,
        what: toImportThing('file', file.name, 100),
        why: importReason('fileLinked'),
      });
      if (isWebAddress(file.url)) task.notes.push(linkTo(file.name, file.url));
    }
    task.comments.push({
      id: this.#commentIds.next(hashOf(`${author}\n${date}\n${content}`)),
      earlierId: `${task.id}:${task.comments.length}`,
      text: words,
      name: withoutNumber(author) || 'Unknown',
      at: toMoment(this.#readDate(cell, 'DATE', true)),
    });
  }

  #readDate(cell: Cell, column: 'DATE' | 'DEADLINE', isPast = false): string | null {
    const language = toLanguage(cell(`${column}_LANG`));
    // Times are of the person who exported the project, who can live in another zone.
    const timeZone = isTimeZone(cell('TIMEZONE')) ? cell('TIMEZONE') : this.#options.timeZone;
    const options = { ...this.#options, timeZone };
    return readDate(toEnglishDate(cell(column), language), this.#parsers.get(language), options, isPast);
  }

  /** Reads the due date: the date, or else the deadline. What cannot be read or has no field goes to the notes. */
  #readDates(cell: Cell, row: ImportThing): Pick<RawTask, 'due' | 'notes'> & { losses: ImportLoss[] } {
    const [date, deadline] = [cell('DATE'), cell('DEADLINE')];
    const [planned, latest] = [this.#readDate(cell, 'DATE'), this.#readDate(cell, 'DEADLINE')];
    const losses: ImportLoss[] = [];
    const lines: string[] = [];
    if (date !== '' && planned === null) {
      losses.push(lostDate(row, date));
      lines.push(`- Date: ${date}`);
    }
    if (deadline !== '' && latest === null) losses.push(lostDate(row, deadline));
    if (deadline !== '' && (latest === null || planned !== null)) lines.push(`- Deadline: ${deadline}`);
    if (cell('DURATION') !== '') lines.push(`- Duration: ${cell('DURATION')} ${cell('DURATION_UNIT')}`.trimEnd());
    return { due: planned ?? latest, notes: lines.length > 0 ? [lines.join('\n')] : [], losses };
  }

  #addTask(cell: Cell, row: ImportThing): void {
    const content = cell('CONTENT');
    const level = Math.max(1, Math.min(4, Number(cell('INDENT')) || 1));
    const parentId = this.#above[level - 2] ?? null;
    // The row has no id, so it is derived from the place in the tree and the content, which stay the same in the next
    // file.
    const id = this.#ids.next(`${this.#listId ?? ''}/${parentId ?? ''}/${content}`);
    this.#above.length = level - 1;
    this.#above[level - 1] = id;
    this.#commentIds = new RepeatedIds();
    this.tasks.push({
      id,
      row,
      listId: this.#listId,
      ...splitLabels(content),
      description: cell('DESCRIPTION'),
      priority: PRIORITIES[(Number(cell('PRIORITY')) || 4) - 1] ?? 'LOW',
      ...this.#readDates(cell, row),
      startDate: null,
      assignees: this.#addPerson(cell('RESPONSIBLE')),
      isDone: false,
      isArchived: false,
      parentId,
      url: null,
      createdAt: null,
      updatedAt: null,
      checklist: [],
      comments: [],
    });
  }

  #addPerson(id: string): string[] {
    if (id === '') return [];
    this.people.set(id, { id, name: withoutNumber(id), email: null });
    return [id];
  }
}

/** How repetitions begin, in the languages of Todoist. */
const REPEATS =
  /^(every|after|ev\b|jede|alle\b|chaque|tou(te)?s les|cada|tod[oa]s?\b|ogni|tutt[ei]\b|elke|iedere|varje|joka|hver|co\b|każd|кажд|毎|每|매)/iu;

const lostDate = (row: ImportThing, date: string): ImportLoss => ({
  row,
  what: toImportThing('date', date),
  why: REPEATS.test(date) ? importReason('repeatInDescription') : importReason('notADate'),
});

const PROJECT_COMMENTS: ImportLoss = {
  row: { kind: 'project' },
  what: { kind: 'comments' },
  why: importReason('staysInDownload'),
};

export async function readTodoist(parts: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Draft> {
  const { header, rows, numbers } = await readTable(parts);
  const places = new Map(header.map((name, at) => [name.toUpperCase(), at]));
  if (!places.has('TYPE') || !places.has('CONTENT')) {
    throw new UnreadableFile(importReason('notTodoist'));
  }
  const cellOf = (row: readonly string[], column: string): string => (row[places.get(column) ?? -1] ?? '').trim();
  const languages = rows.flatMap((row) => [cellOf(row, 'DATE_LANG'), cellOf(row, 'DEADLINE_LANG')].map(toLanguage));
  const reader = new ProjectReader(options, await loadParsers(new Set(languages)));
  for (const [at, row] of rows.entries()) reader.read((column) => cellOf(row, column), numbers[at] ?? 0);
  return {
    head: {
      name: '',
      lists: [...reader.lists.values()],
      people: [...reader.people.values()],
      fields: [],
      dateOrder: null,
      tagColors: {},
      losses: reader.hasProjectComments ? [PROJECT_COMMENTS] : [],
    },
    tasks: orderTree(reader.tasks.map(cleanTask)),
  };
}
