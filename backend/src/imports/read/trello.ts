import { importReason, type ImportThing } from '../../../contract/importReasons.js';
import { IMPORTS, LIMITS } from '../../../contract/limits.js';
import { isDay } from '../../../contract/text.js';
import { cleanTask, cut, rowOf, toImportThing, toProjectName, toTagColors } from './cleanTask.js';
import { dayOf } from './dates.js';
import {
  type Draft,
  type DraftComment,
  type DraftItem,
  type DraftTask,
  type ImportLoss,
  type ReadOptions,
  type ReportLoss,
  UnreadableFile,
} from './draft.js';
import { byPosition, isObject, isWebAddress, type Json, linkTo, list, moment, number, objects, text } from './json.js';
import { readJsonElements } from './jsonElements.js';

/*
 * The JSON file of a Trello board (menu, "Print, export, and share"). It has the board's cards with their lists, labels,
 * members, checklists, custom fields and links, and the last 1,000 actions, among which are the comments. It has no files.
 */

/** Trello exports at most this many actions. */
const ACTIONS = 1_000;

/** The first eight hexadecimal digits of a Trello id are the time of its creation in seconds. */
const readCreationTime = (id: string): string | null =>
  /^[0-9a-f]{24}$/i.test(id) ? new Date(Number.parseInt(id.slice(0, 8), 16) * 1000).toISOString() : null;

const COLORS: Readonly<Record<string, string>> = {
  green: '#2f8068',
  yellow: '#ab8127',
  orange: '#b9683a',
  red: '#c04c5c',
  purple: '#9763ae',
  blue: '#4568b8',
  sky: '#2c89a0',
  lime: '#6f8b35',
  pink: '#b5588a',
  black: '#555b66',
};

interface Board {
  name: string;
  description: string;
  lists: Json[];
  cards: Json[];
  labels: Map<string, Json>;
  members: Map<string, Json>;
  checklists: Map<string, Json[]>;
  customFields: Map<string, Json>;
  comments: Map<string, DraftComment[]>;
  actions: number;
}

/** The fields of a card that are kept while the rest of the file is read. */
const KEPT = (
  'id, name, desc, closed, idList, pos, due, dueComplete, start, idMembers, idLabels, labels, ' +
  'attachments, customFieldItems, shortUrl, url, dateLastActivity, checklists, badges, cover, idMembersVoted, coordinates'
).split(', ');

const pickCard = (card: Json): Json => Object.fromEntries(KEPT.map((name) => [name, card[name]]));

const memberName = (member: unknown): string =>
  isObject(member) ? text(member['fullName']) || text(member['username']) : '';

function addAction(board: Board, action: Json): void {
  board.actions += 1;
  const data = action['data'];
  if (!isObject(data) || !isObject(data['card'])) return;
  const type = action['type'];
  if (type !== 'commentCard' && type !== 'copyCommentCard') return;
  const cardId = text(data['card']['id']);
  const comments = board.comments.get(cardId) ?? [];
  const name = memberName(action['memberCreator']) || 'A former member';
  comments.push({ id: text(action['id']), text: text(data['text']), name, at: moment(action['date']) });
  board.comments.set(cardId, comments);
}

async function readBoard(parts: AsyncIterable<Uint8Array>): Promise<Board> {
  const board: Board = {
    name: '',
    description: '',
    lists: [],
    cards: [],
    labels: new Map(),
    members: new Map(),
    checklists: new Map(),
    customFields: new Map(),
    comments: new Map(),
    actions: 0,
  };
  const isFound = { lists: false, cards: false };
  const by = (into: Map<string, Json>) => (value: Json) => void into.set(text(value['id']), value);
  const add: Readonly<Record<string, (value: Json) => void>> = {
    '$.lists.*': (value) => {
      isFound.lists = true;
      board.lists.push(value);
      if (board.lists.length > IMPORTS.lists) {
        throw new UnreadableFile(importReason('tooManyLists', { max: IMPORTS.lists }));
      }
    },
    '$.cards.*': (value) => {
      isFound.cards = true;
      board.cards.push(pickCard(value));
      if (board.cards.length > IMPORTS.tasks) {
        throw new UnreadableFile(importReason('tooManyCards', { max: IMPORTS.tasks }));
      }
    },
    '$.labels.*': by(board.labels),
    '$.members.*': by(board.members),
    '$.customFields.*': by(board.customFields),
    '$.checklists.*': (value) => {
      const cardId = text(value['idCard']);
      board.checklists.set(cardId, [...(board.checklists.get(cardId) ?? []), value]);
    },
    '$.actions.*': (value) => addAction(board, value),
  };
  await readJsonElements(parts, ['$.name', '$.desc', ...Object.keys(add)], (path, value) => {
    if (path === '$.name') board.name = text(value);
    else if (path === '$.desc') board.description = text(value).trim();
    else if (isObject(value)) add[path]?.(value);
  });
  if (!isFound.cards && !isFound.lists) {
    throw new UnreadableFile(importReason('notTrello'));
  }
  return board;
}

/** The name of a label, or its color if it has none. */
const labelName = (label: Json): string => text(label['name']).trim() || text(label['color']).split('_')[0] || '';

function customFieldText(board: Board, item: Json): string | null {
  const field = board.customFields.get(text(item['idCustomField']));
  if (!field) return null;
  const option = objects(field['options']).find(({ id }) => id === item['idValue']);
  const value = option ? option['value'] : item['value'];
  if (!isObject(value)) return null;
  const shown =
    value['text'] ?? value['number'] ?? value['date'] ?? (value['checked'] === 'true' ? '✓' : value['checked']);
  return text(shown) === '' ? null : `- ${text(field['name'])}: ${text(shown)}`;
}

interface Notes {
  notes: string[];
  losses: ImportLoss[];
}

/** Collects values without a field of their own for the end of the description, or for the report. */
function readNotes(board: Board, card: Json, row: ImportThing, comments: readonly DraftComment[]): Notes {
  const notes: string[] = [];
  const losses: ImportLoss[] = [];
  const reportLoss: ReportLoss = (what, why) => void losses.push({ row, what, why });
  const attachments = objects(card['attachments']).filter(({ url }) => isWebAddress(text(url)));
  if (attachments.length > 0) notes.push(attachments.map(({ name, url }) => linkTo(text(name), text(url))).join('\n'));
  for (const file of attachments.filter(({ isUpload }) => isUpload === true)) {
    reportLoss(toImportThing('file', text(file['name']), 100), importReason('fileLinked'));
  }
  const fields = objects(card['customFieldItems']).flatMap((item) => customFieldText(board, item) ?? []);
  if (fields.length > 0) notes.push(fields.join('\n'));
  if (list(card['idMembersVoted']).length > 0) reportLoss({ kind: 'votes' }, importReason('noVotes'));
  if (isObject(card['coordinates'])) reportLoss({ kind: 'location' }, importReason('noLocation'));
  if (isObject(card['cover']) && text(card['cover']['idAttachment']) !== '') {
    reportLoss({ kind: 'cover' }, importReason('noPictures'));
  }
  const expected = isObject(card['badges']) ? number(card['badges']['comments']) : 0;
  if (expected > comments.length) {
    const count = expected - comments.length;
    reportLoss({ kind: 'olderComments' }, importReason('commentsMissing', { count, actions: ACTIONS }));
  }
  return { notes, losses };
}

function readChecklist(board: Board, card: Json, row: ImportThing, losses: ImportLoss[]): DraftItem[] {
  const own = [...(board.checklists.get(text(card['id'])) ?? []), ...objects(card['checklists'])];
  const unique = [...new Map(own.map((it) => [text(it['id']), it])).values()].toSorted(byPosition);
  return unique.flatMap((checklist) => {
    const prefix = unique.length > 1 && text(checklist['name']) !== '' ? `${text(checklist['name'])}: ` : '';
    return objects(checklist['checkItems'])
      .toSorted(byPosition)
      .map((item) => {
        if (item['due'] != null || item['idMember'] != null) {
          losses.push({
            row,
            what: toImportThing('itemDetails', text(item['name'])),
            why: importReason('itemsHaveText'),
          });
        }
        return { id: text(item['id']), text: `${prefix}${text(item['name'])}`, done: item['state'] === 'complete' };
      });
  });
}

function readCard(board: Board, card: Json, closedLists: ReadonlySet<string>, timeZone: string): DraftTask {
  const id = text(card['id']);
  const row = rowOf('card', text(card['name']));
  const listId = text(card['idList']);
  // The newest actions come first.
  const comments = (board.comments.get(id) ?? []).toReversed();
  const { notes, losses } = readNotes(board, card, row, comments);
  const checklist = readChecklist(board, card, row, losses);
  const labels = list(card['idLabels']).flatMap((label): Json[] => {
    const known = board.labels.get(text(label));
    return known ? [known] : [];
  });
  const start = dayOf(moment(card['start']), timeZone);
  const due = moment(card['due']);
  const createdAt = readCreationTime(id);
  return cleanTask({
    id,
    row,
    listId,
    title: text(card['name']),
    description: text(card['desc']),
    priority: 'MEDIUM',
    due,
    startDate: start !== null && isDay(start) ? start : null,
    tags: (labels.length > 0 ? labels : objects(card['labels'])).map((label) => labelName(label)),
    assignees: list(card['idMembers']).map(text),
    isDone: card['dueComplete'] === true,
    isArchived: card['closed'] === true || closedLists.has(listId),
    parentId: null,
    url: text(card['shortUrl']) || text(card['url']) || null,
    createdAt,
    updatedAt: moment(card['dateLastActivity']) ?? createdAt,
    checklist,
    comments,
    losses,
    notes,
  });
}

/** Reads a board. Cards are in the order of their lists. */
export async function readTrello(parts: AsyncIterable<Uint8Array>, { timeZone }: ReadOptions): Promise<Draft> {
  const board = await readBoard(parts);
  const lists = board.lists.toSorted(byPosition);
  const closed = new Set(lists.flatMap((it) => (it['closed'] === true ? text(it['id']) : [])));
  const order = new Map(lists.map((it, at) => [text(it['id']), at]));
  const place = (card: Json): number => order.get(text(card['idList'])) ?? lists.length;
  const cards = board.cards.toSorted((one, other) => place(one) - place(other) || byPosition(one, other));
  const losses: ImportLoss[] = [];
  const max = LIMITS.projectDescriptionMax;
  if (board.description.length > max) {
    losses.push({
      row: { kind: 'board' },
      what: { kind: 'description' },
      why: importReason('descriptionTooLong', { max }),
    });
  }
  if (board.actions >= ACTIONS) {
    losses.push({
      row: { kind: 'board' },
      what: { kind: 'olderHistory' },
      why: importReason('actionsMissing', { actions: ACTIONS }),
    });
  }
  const used = new Set(cards.flatMap((card) => list(card['idMembers']).map(text)));
  const people = [...used].map((id) => ({
    id,
    name: memberName(board.members.get(id)) || `A former member (${id})`,
    email: null,
  }));
  const labels = [...board.labels.values()];
  const tasks: DraftTask[] = [];
  for (const card of cards) {
    tasks.push(readCard(board, card, closed, timeZone));
    board.comments.delete(text(card['id']));
  }
  const lost = [...board.comments.values()].reduce((sum, { length }) => sum + length, 0);
  if (lost > 0) {
    const why = importReason('ofDeletedCards', { count: lost });
    losses.push({ row: { kind: 'board' }, what: { kind: 'deletedCardComments' }, why });
  }
  return {
    head: {
      name: toProjectName(board.name),
      description: cut(board.description, max),
      lists: lists.map((it) => ({
        id: text(it['id']),
        name: text(it['name']).trim() || 'Untitled',
        limit: number(it['softLimit']) > 0 ? Math.min(9_999, Math.floor(number(it['softLimit']))) : null,
        isArchived: it['closed'] === true,
      })),
      people,
      fields: [],
      dateOrder: null,
      tagColors: toTagColors(labels.map((it) => [labelName(it), COLORS[text(it['color']).split('_')[0] ?? '']])),
      losses,
    },
    tasks,
  };
}
