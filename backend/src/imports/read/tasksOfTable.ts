import { createHash } from 'node:crypto';
import type { DateOrder, ImportField } from '../../../contract/enums.js';
import { fold } from '../../../contract/fold.js';
import { because } from '../../../contract/importReasons.js';
import { IMPORTS } from '../../../contract/limits.js';
import { cleanTask, cut, named, tableRow } from './cleanTask.js';
import { dayOf, findDateOrder, isAmbiguous, parseDate } from './dates.js';
import {
  type Draft,
  type DraftComment,
  type DraftField,
  type DraftTask,
  type Lose,
  type Loss,
  type ReadOptions,
  UnreadableFile,
} from './draft.js';
import { readTable, type Table } from './table.js';
import { guessField, isRepeatable } from './tableFields.js';
import { RepeatedIds } from './repeatedIds.js';
import { orderTree } from './treeOrder.js';
import { wikiToMarkdown } from './wikiMarkup.js';
import { isYes, parsePriority } from './words.js';

const SAMPLES = 3;
const DATES: readonly ImportField[] = ['DUE', 'START', 'CREATED', 'UPDATED'];

/** Decides the field of each column: as chosen, or else by its name. Only some fields can have several columns. */
function chooseFields(table: Table, { source, fields }: ReadOptions): DraftField[] {
  const asked = new Map(fields.map(({ column, field }) => [column, field]));
  const taken = new Set<ImportField>();
  const chosen = table.header.map((column, at): DraftField => {
    const wanted = asked.get(column) ?? guessField(source, column);
    const field = taken.has(wanted) && !isRepeatable(wanted) ? 'KEEP' : wanted;
    taken.add(field);
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
const splitList = (cell: string): string[] =>
  cell
    .split(/[,;\n]/)
    .map((it) => it.trim())
    .filter((it) => it !== '');

/** `17/Feb/24 10:23 AM;5b10…;text`, as Jira writes comments. */
const JIRA_COMMENT = /^([^;\n]{6,40});([^;\n]*);([^]*)$/;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

class RowReader {
  readonly people = new Map<string, { id: string; name: string; email: string | null }>();
  readonly lists = new Map<string, string>();
  readonly #ids = new RepeatedIds();
  readonly #used = new Set<string>();

  readonly #fields: readonly DraftField[];
  readonly #order: DateOrder;
  readonly #options: ReadOptions;

  constructor(fields: readonly DraftField[], order: DateOrder, options: ReadOptions) {
    this.#fields = fields;
    this.#order = order;
    this.#options = options;
  }

  read(cells: readonly string[], number: number): DraftTask {
    const of = (field: ImportField): string[] =>
      this.#fields.flatMap((it, at) =>
        it.field === field && (cells[at]?.trim() ?? '') !== '' ? (cells[at] ?? '') : [],
      );
    const one = (field: ImportField): string => of(field)[0]?.trim() ?? '';
    const title = one('TITLE');
    const row = tableRow(number, title);
    const losses: Loss[] = [];
    const notes: string[] = [];
    const lose: Lose = (what, why) => void losses.push({ row, what, why });
    const date = (field: ImportField): string | null => {
      const text = one(field);
      if (text === '') return null;
      const parsed = parseDate(text, this.#order, this.#options.timeZone);
      if (parsed === null) {
        lose(named('date', text), because('notADate'));
        notes.push(`- ${this.#columnOf(field)}: ${text}`);
      }
      return parsed;
    };
    const isWiki = this.#options.source === 'JIRA';
    const toMarkdown = (text: string): string => (isWiki ? wikiToMarkdown(text) : text);
    const due = date('DUE');
    const startDate = dayOf(date('START'), this.#options.timeZone);
    const [createdAt, updatedAt] = [toMoment(date('CREATED')), toMoment(date('UPDATED'))];
    const priorityText = one('PRIORITY');
    const priority = parsePriority(priorityText);
    if (priority === null) {
      lose(named('priority', priorityText), because('unknownPriority'));
      notes.push(`- ${this.#columnOf('PRIORITY')}: ${priorityText}`);
    }
    for (const [at, { column, field }] of this.#fields.entries()) {
      const cell = cells[at]?.trim() ?? '';
      if (field === 'KEEP' && cell !== '') notes.push(`- ${column}: ${cell}`);
    }
    const list = one('LIST');
    return cleanTask({
      id: this.#id(one('ID'), cells, lose),
      row,
      listId: this.#list(list),
      title,
      description: toMarkdown(of('DESCRIPTION').join('\n\n')),
      priority: priority ?? 'MEDIUM',
      due,
      startDate,
      tags: of('TAGS').flatMap(splitList),
      assignees: of('ASSIGNEE')
        .flatMap(splitList)
        .map((name) => this.#person(name)),
      isDone: of('DONE').some(isYes),
      isArchived: of('ARCHIVED').some(isYes),
      parentId: one('PARENT') || null,
      url: one('URL') || null,
      createdAt,
      updatedAt: updatedAt ?? createdAt,
      checklist: [],
      comments: of('COMMENT').map((text, at) => this.#comment(text, at, toMarkdown)),
      losses,
      notes: notes.length > 0 ? [notes.join('\n')] : [],
    });
  }

  #columnOf(field: ImportField): string {
    return this.#fields.find((it) => it.field === field)?.column ?? field;
  }

  #id(given: string, cells: readonly string[], lose: Lose): string {
    if (given !== '' && !this.#used.has(given)) {
      this.#used.add(given);
      return given;
    }
    if (given !== '') lose(named('id', given), because('idRepeated'));
    return this.#ids.next(hashOf(JSON.stringify(cells)));
  }

  #list(name: string): string | null {
    const clean = name.trim();
    if (clean === '') return null;
    const id = fold(clean);
    if (!this.lists.has(id)) this.lists.set(id, clean);
    if (this.lists.size > IMPORTS.lists) {
      throw new UnreadableFile(because('tooManyValues', { column: this.#columnOf('LIST'), max: IMPORTS.lists }));
    }
    return id;
  }

  #person(name: string): string {
    const clean = cut(name, 200);
    const id = fold(clean);
    if (!this.people.has(id)) this.people.set(id, { id, name: clean, email: /^\S+@\S+$/.test(clean) ? clean : null });
    return id;
  }

  #comment(text: string, at: number, toMarkdown: (text: string) => string): DraftComment {
    const found = this.#options.source === 'JIRA' ? JIRA_COMMENT.exec(text) : null;
    const written = found ? parseDate(found[1] ?? '', this.#order, this.#options.timeZone) : null;
    const body = written === null ? text : (found?.[3] ?? '');
    const author = written === null ? '' : (found?.[2] ?? '');
    // Jira writes ids of accounts, which mean nothing to people.
    const name = author === '' || /^[0-9a-f]{24}$|:[0-9a-f-]{36}$/i.test(author) ? 'Unknown' : author;
    const id = hashOf(`${at}\n${text}`);
    return { id, text: toMarkdown(body), name, at: toMoment(written) };
  }
}

/** Converts a day to a moment: noon in UTC. */
const toMoment = (date: string | null): string | null => (date?.length === 10 ? `${date}T12:00:00.000Z` : date);

/** Resolves parents that are named by id or, in Asana, by title. */
function resolveParents(tasks: readonly DraftTask[]): void {
  const ids = new Set(tasks.map(({ id }) => id));
  const byTitle = new Map(tasks.map(({ title, id }) => [title, id]));
  for (const task of tasks) {
    if (task.parentId !== null && !ids.has(task.parentId)) task.parentId = byTitle.get(task.parentId) ?? task.parentId;
  }
}

/** Reads a table with one task per row. */
export async function readTasksOfTable(parts: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Draft> {
  const table = await readTable(parts);
  const fields = chooseFields(table, options);
  function* dates(): Generator<string> {
    for (const [at, { field }] of fields.entries()) {
      if (DATES.includes(field)) for (const row of table.rows) yield row[at] ?? '';
    }
  }
  const found = findDateOrder(dates());
  const order = options.dateOrder ?? found ?? 'DAY_FIRST';
  const needsOrder = found === null && [...dates()].some(isAmbiguous);
  const reader = new RowReader(fields, order, options);
  const losses: Loss[] = [];
  const tasks: DraftTask[] = [];
  for (const [at, row] of table.rows.entries()) tasks.push(reader.read(row, at + 2));
  resolveParents(tasks);
  const merged = new Map<string, DraftField>();
  for (const field of fields) if (!merged.has(field.column)) merged.set(field.column, field);
  return {
    head: {
      name: '',
      lists: [...reader.lists].map(([id, name]) => ({ id, name, limit: null, isArchived: false })),
      people: [...reader.people.values()],
      fields: [...merged.values()],
      dateOrder: needsOrder || options.dateOrder ? order : null,
      tagColors: {},
      losses,
    },
    tasks: orderTree(tasks),
  };
}
