import { ZipFile } from 'yazl';

/*
 * Files of other programs, written by hand from their documented formats, with what is odd in them.
 */

/** An id of Trello: its first eight digits are the second in which it was made. */
export const trelloId = (n: number, at = '2024-03-01T10:00:00Z'): string =>
  Math.floor(Date.parse(at) / 1000)
    .toString(16)
    .padStart(8, '0') + n.toString(16).padStart(16, '0');

interface TrelloOptions {
  cards?: object[];
  lists?: object[];
  actions?: object[];
  [key: string]: unknown;
}

export const LIST_TODO = trelloId(1);
export const LIST_DOING = trelloId(2);
export const LIST_DONE = trelloId(3);
export const LIST_OLD = trelloId(4);
export const MEMBER_JON = trelloId(11);
export const MEMBER_GONE = trelloId(12);
export const CARD_PLAN = trelloId(21);

/** A small board: archived cards and lists, a label without a name, a member who has left, links, files, custom fields. */
export const trelloBoard = (more: TrelloOptions = {}): object => ({
  name: 'Frühlingsfest 🌷',
  desc: 'The board',
  closed: false,
  labels: [
    { id: trelloId(31), name: 'Garden', color: 'green' },
    { id: trelloId(32), name: '', color: 'red_dark' },
    { id: trelloId(33), name: 'a, b', color: null },
  ],
  lists: [
    { id: LIST_DOING, name: 'In Arbeit', closed: false, pos: 2, softLimit: 3 },
    { id: LIST_TODO, name: 'Backlog', closed: false, pos: 1 },
    { id: LIST_DONE, name: 'Fertig', closed: false, pos: 3 },
    { id: LIST_OLD, name: 'Old ideas', closed: true, pos: 4 },
  ],
  members: [{ id: MEMBER_JON, fullName: 'Jon Okafor', username: 'jon' }],
  customFields: [
    { id: trelloId(41), name: 'Budget', type: 'number' },
    { id: trelloId(42), name: 'Size', type: 'list', options: [{ id: trelloId(43), value: { text: 'Large' } }] },
  ],
  cards: [
    {
      id: CARD_PLAN,
      idShort: 1,
      name: 'Plan the garden',
      desc: '**Roses**\n\nand tulips',
      closed: false,
      idList: LIST_TODO,
      pos: 2,
      due: '2026-12-24T17:00:00.000Z',
      dueComplete: false,
      start: '2026-12-01T09:00:00.000Z',
      idMembers: [MEMBER_GONE, MEMBER_JON],
      idLabels: [trelloId(31), trelloId(32), trelloId(33)],
      attachments: [
        { name: 'Plan.pdf', url: 'https://trello.com/1/cards/x/attachments/y/download/Plan.pdf', isUpload: true },
        { name: 'A [link]', url: 'https://example.com/roses', isUpload: false },
        { name: 'bad', url: 'javascript:alert(1)', isUpload: false },
      ],
      customFieldItems: [
        { idCustomField: trelloId(41), value: { number: '120' } },
        { idCustomField: trelloId(42), idValue: trelloId(43), value: null },
      ],
      badges: { comments: 2 },
      shortUrl: 'https://trello.com/c/abc',
      dateLastActivity: '2025-05-05T10:00:00.000Z',
    },
    {
      id: trelloId(22),
      name: 'First',
      desc: '',
      closed: false,
      idList: LIST_TODO,
      pos: 1,
      idMembers: [],
      idLabels: [],
    },
    { id: trelloId(23), name: 'Dig', desc: '', closed: false, idList: LIST_DOING, pos: 1, dueComplete: true },
    { id: trelloId(24), name: 'Water', desc: '', closed: true, idList: LIST_DOING, pos: 2 },
    { id: trelloId(25), name: 'Very old', desc: '', closed: false, idList: LIST_OLD, pos: 1 },
  ],
  checklists: [
    {
      id: trelloId(51),
      idCard: CARD_PLAN,
      name: 'Buy',
      pos: 1,
      checkItems: [
        { id: trelloId(53), name: 'Spade', state: 'complete', pos: 2 },
        { id: trelloId(52), name: 'Seeds', state: 'incomplete', pos: 1, due: '2026-12-02T10:00:00.000Z' },
      ],
    },
  ],
  actions: [
    {
      id: trelloId(62, '2024-04-02T10:00:00Z'),
      type: 'commentCard',
      date: '2024-04-02T10:00:00.000Z',
      memberCreator: null,
      data: { text: 'Second', card: { id: CARD_PLAN } },
    },
    {
      id: trelloId(61, '2024-04-01T10:00:00Z'),
      type: 'commentCard',
      date: '2024-04-01T10:00:00.000Z',
      memberCreator: { id: MEMBER_JON, fullName: 'Jon Okafor', username: 'jon' },
      data: { text: 'First @jon', card: { id: CARD_PLAN } },
    },
    { id: trelloId(63), type: 'updateCard', date: '2024-04-01T10:00:00.000Z', data: { card: { id: CARD_PLAN } } },
  ],
  memberships: [],
  ...more,
});

/** A Trello board with many cards and comments, as one string part at a time. */
export function* largeTrelloBoard(cards: number, commentsOfCard: number, bytesOfCard = 0): Generator<string> {
  yield `{"name":"Large","lists":[{"id":"${LIST_TODO}","name":"Backlog","closed":false,"pos":1}],"cards":[`;
  const desc = 'Some words about it. '.repeat(bytesOfCard / 20);
  for (let n = 0; n < cards; n += 1) {
    const card = { id: trelloId(1000 + n), name: `Card ${n}`, desc, closed: false, idList: LIST_TODO, pos: n };
    yield `${n > 0 ? ',' : ''}${JSON.stringify(card)}`;
  }
  yield '],"actions":[';
  for (let n = 0; n < cards * commentsOfCard; n += 1) {
    const action = {
      id: trelloId(1_000_000 + n),
      type: 'commentCard',
      date: '2024-04-01T10:00:00.000Z',
      memberCreator: { fullName: 'Jon Okafor' },
      data: { text: `Comment ${n}`, card: { id: trelloId(1000 + (n % cards)) } },
    };
    yield `${n > 0 ? ',' : ''}${JSON.stringify(action)}`;
  }
  yield ']}';
}

export const TODOIST = [
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
  'task,Buy milk @shop @home,Two litres,1,1,Mara (1),Jon Okafor (2),tomorrow,en,Europe/Berlin',
  'note,Oat milk,,,,Mara (1),,,,',
  'task,At the corner,,4,2,Mara (1),,every monday,en,Europe/Berlin',
  ',,,,,,,,,',
  'section,Garden,,,,,,,,',
  'task,Dig,,2,1,Mara (1),,24 Dec 2026,en,Europe/Berlin',
  'task,Deep,,3,2,,,,,',
  'task,Deeper,,3,3,,,,,',
  'task,Deepest,,3,4,,,,,',
].join('\n');

export const JIRA = [
  'Summary,Issue key,Issue id,Issue Type,Status,Priority,Assignee,Created,Due date,Labels,Labels,Description,Comment,Comment,Parent,Custom field (Story point estimate)',
  '"Login fails",APP-1,100,Bug,In Progress,Highest,Jon Okafor,17/Feb/24 10:23 AM,24/Feb/24 12:00 AM,web,login,"h2. Steps\n# Open [the page|https://example.com]\n# *Click*\n{code:java}\nx*y*z\n{code}",17/Feb/24 11:00 AM;Jon Okafor;Looks *bad*,18/Feb/24 9:00 PM;5b10ac8d82e05b22cc7d4ef5;Fixed,,5',
  '"=cmd()",APP-2,101,Sub-task,Done,Lowest,,17/Feb/24 1:23 PM,,,,,,,APP-1,',
].join('\n');

/** Jira Cloud names the parent by its number, its key and its summary. */
export const JIRA_CLOUD = [
  'Issue key,Issue id,Issue Type,Summary,Parent,Parent key,Parent summary',
  'CR-7433,3238589,Epic,Release,,,',
  'CR-7489,3239502,Story,Write notes,3238589,CR-7433,Release',
].join('\n');

/** Jira Server names the parent of a subtask only by its number. */
export const JIRA_SERVER = [
  'Issue key,Issue id,Parent id,Issue Type,Summary',
  'APP-2,101,100,Sub-task,Write notes',
  'APP-1,100,,Story,Release',
].join('\n');

export const LINEAR = [
  'ID,Team,Title,Description,Status,Estimate,Priority,Project,Assignee,Labels,Created,Updated,Completed,Canceled,Archived,Due Date,Parent issue',
  `ENG-1,ENG,"'=SUM(1)",Text,In Review,3,Urgent,App,jon@example.com,"Bug, Web",Fri Feb 16 2024 10:00:00 GMT+0000 (GMT),2024-02-17T10:00:00Z,,,,2024-03-01,`,
  'ENG-2,ENG,Child,,Done,,No priority,,,,2024-02-16T10:00:00Z,,2024-02-20T10:00:00Z,,,,ENG-1',
].join('\n');

export const ASANA = [
  'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent Task',
  '1,2024-02-16,,2024-02-17,Launch,Doing,Jon,jon@example.com,2024-02-20,2024-02-25,web,"Line 1\nLine 2",Site,',
  '2,2024-02-16,2024-02-18,2024-02-18,Write,,,,,,,,Site,Launch',
].join('\n');

/** Packs files into a zip. */
export async function zipOf(
  files: Readonly<Record<string, string | Buffer>>,
  compress = true,
): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { compress });
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
