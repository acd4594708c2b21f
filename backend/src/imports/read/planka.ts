import { importReason, type ImportThing } from '../../../contract/importReasons.js';
import { IMPORTS } from '../../../contract/limits.js';
import { cleanTask, rowOf, toImportThing, toProjectName, toTagColors } from './cleanTask.js';
import {
  type Draft,
  type DraftComment,
  type DraftItem,
  type DraftTask,
  type ImportLoss,
  UnreadableFile,
} from './draft.js';
import { byPosition, isObject, isWebAddress, type Json, linkTo, moment, number, text } from './json.js';
import { readJsonElements } from './jsonElements.js';
import { splitWords } from './words.js';

/* Reads a board of Planka 2 as `npm run import -- planka` collects it from the API: the rows of its tables under the
   names of these tables. Planka itself cannot export files. */

const TABLES = [
  'lists',
  'cards',
  'labels',
  'cardLabels',
  'cardMemberships',
  'taskLists',
  'tasks',
  'attachments',
  'comments',
  'users',
  'customFields',
  'customFieldValues',
] as const;
type Table = (typeof TABLES)[number];

class Board {
  name = '';
  /** The address of its server. */
  url = '';
  readonly #tables = new Map<Table, Map<string, Json>>(TABLES.map((name) => [name, new Map()]));
  readonly #owned = new Map<string, Map<string, Json[]>>();

  /** Adds a row; returns the number of rows in the table. */
  add(table: Table, row: Json): number {
    // Answers with several pages can repeat a row.
    const id = text(row['id']) || JSON.stringify(row);
    return this.#tables.get(table)?.set(id, row).size ?? 0;
  }

  all(table: Table): Json[] {
    return [...(this.#tables.get(table)?.values() ?? [])];
  }

  get(table: Table, id: unknown): Json | undefined {
    return this.#tables.get(table)?.get(text(id));
  }

  /** Returns the rows of a table that belong to an object; `field` is the reference to the object. */
  of(table: Table, field: 'cardId' | 'taskListId', id: string): Json[] {
    const key = `${table} ${field}`;
    const owned = this.#owned.get(key) ?? Map.groupBy(this.all(table), (row) => text(row[field]));
    this.#owned.set(key, owned);
    return owned.get(id) ?? [];
  }
}

async function readBoard(parts: AsyncIterable<Uint8Array>): Promise<Board> {
  const board = new Board();
  let isPlanka = false;
  const paths = ['$.program', '$.name', '$.url', ...TABLES.map((name) => `$.${name}.*`)];
  await readJsonElements(parts, paths, (path, value) => {
    if (path === '$.program') isPlanka = value === 'planka';
    else if (path === '$.name') board.name = text(value);
    else if (path === '$.url') board.url = text(value);
    else if (isObject(value)) {
      const table = path.split('.')[1] as Table;
      if (board.add(table, value) > IMPORTS.tasks && table === 'cards') {
        throw new UnreadableFile(importReason('tooManyCards', { max: IMPORTS.tasks }));
      }
    }
  });
  if (!isPlanka) throw new UnreadableFile(importReason('notPlanka'));
  return board;
}

const userName = (user: Json | undefined): string => (user ? text(user['name']) || text(user['username']) : '');

/** The name of a label, or its color (`berry-red`) if it has none. */
const labelName = (label: Json): string => text(label['name']).trim() || text(label['color']);

function readChecklist(board: Board, cardId: string, row: ImportThing, losses: ImportLoss[]): DraftItem[] {
  const lists = board.of('taskLists', 'cardId', cardId).toSorted(byPosition);
  return lists.flatMap((taskList) => {
    const prefix = lists.length > 1 && text(taskList['name']) !== '' ? `${text(taskList['name'])}: ` : '';
    return board
      .of('tasks', 'taskListId', text(taskList['id']))
      .toSorted(byPosition)
      .map((item) => {
        if (text(item['assigneeUserId']) !== '') {
          losses.push({
            row,
            what: toImportThing('itemMember', text(item['name'])),
            why: importReason('itemsHaveText'),
          });
        }
        return { id: text(item['id']), text: `${prefix}${text(item['name'])}`, done: item['isCompleted'] === true };
      });
  });
}

/** The colors of labels. Most become one of the colors that follow the app's theme. */
const COLORS = new Map(
  Object.entries({
    '#c04c5c': 'berry-red, apricot-red, piggy-red, red-burgundy',
    '#b9683a': 'pumpkin-orange, light-orange, autumn-leafs, shady-rust, light-cocoa',
    '#ab8127': 'egg-yellow, orange-peel, desert-sand, pirate-gold, light-mud',
    '#6f8b35': 'sunny-grass, bright-moss, fresh-salad',
    '#2f8068': 'tank-green, coral-green, modern-green, wet-moss',
    '#2c89a0': 'lagoon-blue, morning-sky, summer-sky, turquoise-sea',
    '#4568b8': 'antique-blue, deep-ocean, french-coast, midnight-blue, navy-blue',
    '#9763ae': 'lavender-fields, lilac-eyes, sugar-plum, sweet-lilac',
    '#b5588a': 'pink-tulip',
    '#555b66': 'dark-granite, grey-stone, gun-metal, light-concrete, muddy-grey, silver-glint, wet-rock',
  }).flatMap(([hex, names]) => splitWords(names).map((name) => [name, hex] as const)),
);

/** Comments mention people as `@[jon](1357158568008091264)`. */
const MENTION = /@\[([^\][\n]{1,200})\]\(\d{1,20}\)/g;

const readComments = (board: Board, cardId: string): DraftComment[] =>
  board
    .of('comments', 'cardId', cardId)
    .map((comment) => ({
      id: text(comment['id']),
      text: text(comment['text']).replaceAll(MENTION, '@$1'),
      name: userName(board.get('users', comment['userId'])) || 'A former member',
      at: moment(comment['createdAt']),
    }))
    .toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? ''));

/** Returns the files, links and custom fields as lines for the end of the description. */
function readNotes(board: Board, cardId: string, row: ImportThing, losses: ImportLoss[]): string[] {
  const notes: string[] = [];
  const links = board.of('attachments', 'cardId', cardId).flatMap(({ name, type, data }): string[] => {
    const url = isObject(data) ? text(data['url']) : '';
    const shown = text(name);
    if (type === 'file') {
      losses.push({ row, what: toImportThing('file', shown, 100), why: importReason('fileLinked') });
    }
    return isWebAddress(url) ? [linkTo(shown, url)] : [];
  });
  if (links.length > 0) notes.push(links.join('\n'));
  const fields = board.of('customFieldValues', 'cardId', cardId).flatMap(({ customFieldId, content }): string[] => {
    const field = text(board.get('customFields', customFieldId)?.['name']);
    return field === '' || text(content) === '' ? [] : [`- ${field}: ${text(content)}`];
  });
  if (fields.length > 0) notes.push(fields.join('\n'));
  return notes;
}

function readCard(board: Board, card: Json): DraftTask {
  const id = text(card['id']);
  const row = rowOf('card', text(card['name']));
  const list = board.get('lists', card['listId']);
  const losses: ImportLoss[] = [];
  const comments = readComments(board, id);
  const expected = number(card['commentsTotal']);
  if (expected > comments.length) {
    losses.push({
      row,
      what: { kind: 'comments' },
      why: importReason('commentsUnread', { count: expected - comments.length }),
    });
  }
  if (isObject(card['stopwatch'])) losses.push({ row, what: { kind: 'stopwatch' }, why: importReason('noStopwatch') });
  const createdAt = moment(card['createdAt']);
  return cleanTask({
    id,
    row,
    listId: text(list?.['id']) || null,
    title: text(card['name']),
    description: text(card['description']),
    priority: 'MEDIUM',
    due: moment(card['dueDate']),
    startDate: null,
    tags: board.of('cardLabels', 'cardId', id).flatMap(({ labelId }) => {
      const label = board.get('labels', labelId);
      return label ? [labelName(label)] : [];
    }),
    assignees: board.of('cardMemberships', 'cardId', id).map(({ userId }) => text(userId)),
    isDone: card['isClosed'] === true || card['isDueCompleted'] === true || list?.['type'] === 'closed',
    isArchived: list?.['type'] === 'archive',
    parentId: null,
    url: isWebAddress(board.url) ? `${board.url}/cards/${id}` : null,
    createdAt,
    updatedAt: moment(card['updatedAt']) ?? createdAt,
    checklist: readChecklist(board, id, row, losses),
    comments,
    losses,
    notes: readNotes(board, id, row, losses),
  });
}

/** Reads a board. Leaves out cards in the trash, and reports them. */
export async function readPlanka(parts: AsyncIterable<Uint8Array>): Promise<Draft> {
  const board = await readBoard(parts);
  // The archive and the trash have no position, so they come last.
  const isPlaced = ({ type }: Json): boolean => type === 'active' || type === 'closed';
  const lists = board
    .all('lists')
    .toSorted((one, other) => Number(isPlaced(other)) - Number(isPlaced(one)) || byPosition(one, other));
  const order = new Map(lists.map((it, at) => [text(it['id']), at]));
  const place = (card: Json): number => order.get(text(card['listId'])) ?? lists.length;
  const cards = board
    .all('cards')
    .filter((card) => board.get('lists', card['listId'])?.['type'] !== 'trash')
    .toSorted((one, other) => place(one) - place(other) || byPosition(one, other));
  const used = new Set(board.all('cardMemberships').map(({ userId }) => text(userId)));
  const shown = lists.filter((it) => isPlaced(it) || it['type'] === 'archive');
  const tasks: DraftTask[] = [];
  for (const card of cards) tasks.push(readCard(board, card));
  const hasTrash = lists.some(({ type }) => type === 'trash');
  return {
    head: {
      name: toProjectName(board.name),
      lists: shown.map((it) => ({
        id: text(it['id']),
        name: text(it['name']).trim() || (it['type'] === 'archive' ? 'Archive' : 'Untitled'),
        limit: null,
        isArchived: it['type'] === 'archive',
      })),
      people: [...used].map((id) => ({
        id,
        name: userName(board.get('users', id)) || `A former member (${id})`,
        email: text(board.get('users', id)?.['email']) || null,
      })),
      fields: [],
      dateOrder: null,
      tagColors: toTagColors(board.all('labels').map((it) => [labelName(it), COLORS.get(text(it['color']))])),
      losses: hasTrash
        ? [{ row: { kind: 'board' }, what: { kind: 'trash' }, why: importReason('trashNotImported') }]
        : [],
    },
    tasks,
  };
}
