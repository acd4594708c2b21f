import type { DateOrder, ImportField, ImportSource, TaskStatus } from '../../../contract/enums.js';
import { fold } from '../../../contract/fold.js';
import { importReason } from '../../../contract/importReasons.js';
import { IMPORTS } from '../../../contract/limits.js';
import { cleanTask, cut, tableRow, toImportThing } from './cleanTask.js';
import { dayOf, findDateOrder, isAmbiguous, parseDate, toMoment } from './dates.js';
import {
  type Draft,
  type DraftComment,
  type DraftField,
  type DraftTask,
  type ImportLoss,
  type ReadOptions,
  type ReportLoss,
  UnreadableFile,
} from './draft.js';
import { isCairnTable, readCairnTable } from './cairnTable.js';
import { readTable, type Table } from './table.js';
import { guessFields, isAlias, isEpicLink, isRepeatable } from './tableFields.js';
import { hashOf, RepeatedIds } from './repeatedIds.js';
import { orderTree } from './treeOrder.js';
import { wikiToMarkdown } from './wikiMarkup.js';
import { parsePriority, parseYes } from './words.js';

const SAMPLES = 3;
const DATES: readonly ImportField[] = ['DUE', 'START', 'CREATED', 'UPDATED', 'DONE'];

/**
 * Decides the field of each column: as chosen, or else by its name. Only some fields can have several columns, and a
 * choice goes before a guess.
 */
function chooseFields(table: Table, { source, fields }: ReadOptions): DraftField[] {
  const asked = new Map(fields.map(({ column, field }) => [column, field]));
  const guessed = guessFields(source, table.header);
  const taken = new Set<ImportField>();
  const take = (wanted: ImportField): ImportField => {
    const field = taken.has(wanted) && !isRepeatable(wanted) ? 'KEEP' : wanted;
    taken.add(field);
    return field;
  };
  const known = table.header.map((column) => {
    const wanted = asked.get(column);
    return wanted && take(wanted);
  });
  const chosen = table.header.map((column, at): DraftField => {
    const field = known[at] ?? take(guessed[at] ?? 'KEEP');
    const samples: string[] = [];
    for (const row of table.rows) {
      const cell = row[at]?.trim() ?? '';
      if (cell !== '') samples.push(cut(cell.replaceAll(/\s+/g, ' '), 60));
      if (samples.length === SAMPLES) break;
    }
    return { column, field, samples };
  });
  if (!taken.has('TITLE')) {
    const [first] = chosen.filter(({ field }) => field === 'KEEP');
    if (first && asked.size === 0) first.field = 'TITLE';
  }
  return chosen;
}

/** Splits a cell that lists tags or people. */
const splitList = (cell: string, separator = /[,;\n]/): string[] =>
  cell
    .split(separator)
    .map((it) => it.trim())
    .filter((it) => it !== '');

/** Splits a cell with people. A comma can be a part of a name (`Doe, Jon`), but not between addresses or full names. */
function splitPeople(cell: string, source: ImportSource): string[] {
  // The other programs have one assignee per task.
  if (source !== 'CSV') return [cell.trim()];
  const people = splitList(cell, /[;\n]/);
  return people.flatMap((some) => {
    const names = splitList(some);
    return some.includes('@') || names.every((name) => name.includes(' ')) ? names : [some];
  });
}

/** `17/Feb/24 10:23 AM;5b10…;text`, as Jira writes comments. */
const JIRA_COMMENT = /^([^;\n]{6,40});([^;\n]*);([^]*)$/;

/**
 * Returns the due day of an issue of Linear, which has no due times. Its tables have a moment of this day: midnight in UTC,
 * or a moment in the time zone of the person who exported it.
 */
const toDueDay = (due: string | null, timeZone: string): string | null =>
  due?.endsWith('T00:00:00.000Z') ? due.slice(0, 10) : dayOf(due, timeZone);

/** A year. A date that cannot be parsed still shows that the task is done. */
const YEAR = /(?<!\d)(19|20)\d\d(?!\d)/;

class RowReader {
  /** The ids of rows by the other values with which subtasks name them as their parent. */
  readonly aliases = new Map<string, string>();
  readonly people = new Map<string, { id: string; name: string; email: string | null }>();
  readonly lists = new Map<string, string>();
  readonly #ids = new RepeatedIds();
  readonly #used = new Set<string>();

  readonly #fields: readonly DraftField[];
  readonly #aliasColumns: readonly number[];
  /** The column with the epics of Jira, and the names of all rows. */
  readonly #epicColumn: number;
  readonly #names: ReadonlySet<string>;
  readonly #order: DateOrder;
  readonly #options: ReadOptions;
  readonly #isOwn: boolean;

  constructor({ rows }: Table, fields: readonly DraftField[], order: DateOrder, options: ReadOptions, isOwn: boolean) {
    this.#fields = fields;
    this.#aliasColumns = fields.flatMap(({ column }, at) => (isAlias(options.source, column) ? at : []));
    this.#epicColumn = fields.findIndex(({ column, field }) => field === 'KEEP' && isEpicLink(options.source, column));
    this.#names = new Set(rows.flatMap((row) => this.#aliasColumns.map((at) => row[at]?.trim() ?? '')));
    this.#order = order;
    this.#options = options;
    this.#isOwn = isOwn;
  }

  read(cells: readonly string[], number: number): DraftTask {
    const cellsOf = (field: ImportField): { column: string; text: string }[] =>
      this.#fields.flatMap((it, at) => {
        const text = cells[at] ?? '';
        return it.field === field && text.trim() !== '' ? [{ column: it.column, text }] : [];
      });
    const of = (field: ImportField): string[] => cellsOf(field).map(({ text }) => text);
    const one = (field: ImportField): string => of(field)[0]?.trim() ?? '';
    const title = one('TITLE');
    const row = tableRow(number, title);
    const losses: ImportLoss[] = [];
    const notes: string[] = [];
    const reportLoss: ReportLoss = (what, why) => void losses.push({ row, what, why });
    const parse = (text: string): string | null => parseDate(text, this.#order, this.#options.timeZone);
    const keepDate = (column: string, text: string): void => {
      reportLoss(toImportThing('date', text), importReason('notADate'));
      notes.push(`- ${column}: ${text}`);
    };
    const date = (field: ImportField): string | null => {
      const text = one(field);
      if (text === '') return null;
      const parsed = parse(text);
      if (parsed === null) keepDate(this.#columnOf(field), text);
      return parsed;
    };
    /** Reads columns that contain yes or no, a tick, or the date on which it was done. */
    const flag = (field: ImportField): { isSet: boolean; at: string | null } => {
      const found: { isSet: boolean; at: string | null } = { isSet: false, at: null };
      for (const { column, text } of cellsOf(field)) {
        const yes = parseYes(text);
        const parsed = yes === null ? parse(text) : null;
        if (yes === null && parsed === null) keepDate(column, text.trim());
        found.isSet ||= yes ?? (parsed !== null || YEAR.test(text));
        found.at ??= toMoment(parsed);
      }
      return found;
    };
    const isWiki = this.#options.source === 'JIRA';
    const toMarkdown = (text: string): string => (isWiki ? wikiToMarkdown(text) : text);
    const foundDue = date('DUE');
    const isLinear = this.#options.source === 'LINEAR';
    const due = isLinear ? toDueDay(foundDue, this.#options.timeZone) : foundDue;
    const startDate = dayOf(date('START'), this.#options.timeZone);
    const [createdAt, updatedAt] = [toMoment(date('CREATED')), toMoment(date('UPDATED'))];
    const priorityText = one('PRIORITY');
    const priority = parsePriority(priorityText);
    if (priority === null) {
      reportLoss(toImportThing('priority', priorityText), importReason('unknownPriority'));
      notes.push(`- ${this.#columnOf('PRIORITY')}: ${priorityText}`);
    }
    const epic = cells[this.#epicColumn]?.trim() ?? '';
    const parentId = one('PARENT') || (this.#names.has(epic) ? epic : '');
    for (const [at, { column, field }] of this.#fields.entries()) {
      const cell = cells[at]?.trim() ?? '';
      if (at === this.#epicColumn && cell === parentId) continue;
      if (field === 'KEEP' && cell !== '') notes.push(`- ${column}: ${cell}`);
    }
    const list = one('LIST');
    const done = flag('DONE');
    const isArchived = flag('ARCHIVED').isSet;
    const assignees: string[] = [];
    for (const name of of('ASSIGNEE').flatMap((cell) => splitPeople(cell, this.#options.source))) {
      const person = this.#person(name);
      if (person !== null) assignees.push(person);
      else {
        reportLoss(toImportThing('assignee', name), importReason('noOneChosen'));
        notes.push(`- ${this.#columnOf('ASSIGNEE')}: ${name}`);
      }
    }
    const id = this.#id(one('ID'), cells, reportLoss);
    for (const at of this.#aliasColumns) this.aliases.set(cells[at]?.trim() ?? '', id);
    const commentIds = new RepeatedIds();
    return cleanTask({
      id,
      row,
      listId: this.#list(list),
      title,
      description: toMarkdown(of('DESCRIPTION').join('\n\n')),
      priority: priority ?? 'MEDIUM',
      due,
      startDate,
      // Our own tags can contain a semicolon.
      tags: of('TAGS').flatMap((cell) => splitList(cell, this.#isOwn ? /,/ : undefined)),
      assignees,
      isDone: done.isSet,
      isArchived,
      parentId: parentId || null,
      url: one('URL') || null,
      createdAt,
      updatedAt: updatedAt ?? createdAt,
      completedAt: done.at,
      checklist: [],
      comments: of('COMMENT').map((text, at) => ({
        ...this.#comment(text, toMarkdown),
        id: commentIds.next(hashOf(text)),
        earlierId: hashOf(`${at}\n${text}`),
      })),
      losses,
      notes: notes.length > 0 ? [notes.join('\n')] : [],
    });
  }

  #columnOf(field: ImportField): string {
    return this.#fields.find((it) => it.field === field)?.column ?? field;
  }

  #id(given: string, cells: readonly string[], reportLoss: ReportLoss): string {
    if (given !== '' && !this.#used.has(given)) {
      this.#used.add(given);
      return given;
    }
    if (given !== '') reportLoss(toImportThing('id', given), importReason('idRepeated'));
    return this.#ids.next(hashOf(JSON.stringify(cells)));
  }

  #list(name: string): string | null {
    const clean = name.trim();
    if (clean === '') return null;
    const id = fold(clean);
    if (!this.lists.has(id)) this.lists.set(id, clean);
    if (this.lists.size > IMPORTS.lists) {
      throw new UnreadableFile(importReason('tooManyValues', { column: this.#columnOf('LIST'), max: IMPORTS.lists }));
    }
    return id;
  }

  /** Returns the id of a person; null for new ones if there are too many already. */
  #person(name: string): string | null {
    const clean = cut(name, 200);
    const id = fold(clean);
    if (!this.people.has(id) && this.people.size >= IMPORTS.people) return null;
    if (!this.people.has(id)) this.people.set(id, { id, name: clean, email: /^\S+@\S+$/.test(clean) ? clean : null });
    return id;
  }

  #comment(text: string, toMarkdown: (text: string) => string): Omit<DraftComment, 'id'> {
    const found = this.#options.source === 'JIRA' ? JIRA_COMMENT.exec(text) : null;
    const written = found ? parseDate(found[1] ?? '', this.#order, this.#options.timeZone) : null;
    const body = written === null ? text : (found?.[3] ?? '');
    const author = written === null ? '' : (found?.[2] ?? '');
    // Jira writes ids of accounts, which mean nothing to people.
    const name = author === '' || /^[0-9a-f]{24}$|:[0-9a-f-]{36}$/i.test(author) ? 'Unknown' : author;
    return { text: toMarkdown(body), name, at: toMoment(written) };
  }
}

/**
 * Resolves parents that are named by id, by an alias or, in Asana, by title. Of several tasks with this title, the parent is
 * the last one before its subtask, because Asana lists subtasks below it.
 */
function resolveParents(tasks: readonly DraftTask[], aliases: ReadonlyMap<string, string>): void {
  const ids = new Set(tasks.map(({ id }) => id));
  const byTitle = new Map(tasks.toReversed().map(({ title, id }) => [title, id]));
  const above = new Map<string, string>();
  for (const task of tasks) {
    const { id, title, parentId } = task;
    if (parentId !== null && !ids.has(parentId)) {
      task.parentId = aliases.get(parentId) ?? above.get(parentId) ?? byTitle.get(parentId) ?? parentId;
    }
    above.set(title, id);
  }
}

/** Puts the names of Asana's assignees in the place of addresses that the table does not have. */
function fillAddresses({ header, rows }: Table): void {
  const names = header.map((name) => fold(name.trim()));
  const [name, address] = [names.indexOf('assignee'), names.indexOf('assignee email')];
  if (name < 0 || address < 0) return;
  for (const row of rows) row[address] = row[address]?.trim() || (row[name] ?? '');
}

/** Reads a table with one task per row. */
export async function readTasksOfTable(parts: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Draft> {
  const table = await readTable(parts);
  const isOwn = options.source === 'CSV' && isCairnTable(table.header);
  const statuses: ReadonlyMap<string, TaskStatus> = isOwn ? readCairnTable(table) : new Map();
  if (options.source === 'ASANA') fillAddresses(table);
  const fields = chooseFields(table, options);
  function* dates(): Generator<string> {
    for (const [at, { field }] of fields.entries()) {
      if (DATES.includes(field)) for (const row of table.rows) yield row[at] ?? '';
    }
  }
  const found = findDateOrder(dates());
  const order = options.dateOrder ?? found ?? 'DAY_FIRST';
  const needsOrder = found === null && [...dates()].some(isAmbiguous);
  const reader = new RowReader(table, fields, order, options, isOwn);
  const losses: ImportLoss[] = [];
  const tasks: DraftTask[] = [];
  for (const [at, row] of table.rows.entries()) tasks.push(reader.read(row, table.numbers[at] ?? 0));
  resolveParents(tasks, reader.aliases);
  const merged = new Map<string, DraftField>();
  for (const field of fields) if (!merged.has(field.column)) merged.set(field.column, field);
  return {
    head: {
      name: '',
      lists: [...reader.lists].map(([id, name]) => {
        const status = statuses.get(id);
        return {
          id,
          name,
          limit: null,
          isArchived: false,
          ...(status && { own: { status, color: null, hidden: false } }),
        };
      }),
      people: [...reader.people.values()],
      fields: [...merged.values()],
      dateOrder: needsOrder || options.dateOrder ? order : null,
      tagColors: {},
      losses,
    },
    tasks: orderTree(tasks),
  };
}
