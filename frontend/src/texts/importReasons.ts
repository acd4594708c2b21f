import { plural, t } from '@lingui/core/macro';
import type { ImportReasonKey, ImportThingKind } from '@contract/importReasons';
import { number } from './format';

/* Texts of an import's report: kinds of things, and reasons. The server has the same in English, for programs and for
   the report's file. */

const count = (value: unknown): string => number(Number(value ?? 0));
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Kinds of things, used alone or before a name. */
const kinds: Readonly<Record<ImportThingKind, string>> = {
  project: t`Project`,
  board: t`Board`,
  card: t({ message: 'Card', context: 'of a board in another program' }),
  task: t`Task`,
  row: t({ message: 'Row', context: 'of a table' }),
  title: t`Title`,
  description: t`Description`,
  list: t({ message: 'List', context: 'of a board in another program' }),
  column: t`Column`,
  parent: t`Parent task`,
  priority: t`Priority`,
  date: t`Date`,
  startDate: t`Start date`,
  repetition: t`Repetition`,
  reminders: t`Reminders`,
  assignee: t`Assignee`,
  tag: t`Tag`,
  id: t`ID`,
  votes: t`Votes`,
  location: t`Location`,
  cover: t({ message: 'Cover', context: 'of a card' }),
  stopwatch: t`Stopwatch`,
  checklistItem: t`Checklist item`,
  itemMember: t`Member of a checklist item`,
  itemDetails: t`Due date and member of a checklist item`,
  comment: t`Comment`,
  olderComments: t`Older comments`,
  file: t`File`,
  relation: t`Relation`,
  projectFields: t`Name, description, color and key`,
  key: t({ message: 'Key', context: 'prefix of a project’s task keys' }),
  archived: t({ message: 'Archived', context: 'one task or list' }),
  members: t`Members`,
  checklistItems: t`Checklist items`,
  comments: t`Comments`,
  relations: t`Relations`,
  files: t`Files`,
  trash: t`Trash`,
  olderHistory: t`Older comments and history`,
  deletedCardComments: t`Comments of deleted cards`,
  downloadParts: t`History, notifications, views and watched tasks`,
  choice: t({ message: 'Choice', context: 'of a person for an import' }),
};

type Params = Readonly<Record<string, unknown>>;
type Words = (params: Params) => string;

/** The reasons of lines follow the thing's name. Reasons of failed imports are whole sentences. */
const reasons: Readonly<Record<ImportReasonKey, Words>> = {
  titleTooLong: ({ max }) =>
    plural(Number(max), {
      one: 'shortened: a title can have # character',
      other: 'shortened: a title can have # characters',
    }),
  titleMoved: ({ max }) =>
    plural(Number(max), {
      one: 'shortened: a title can have # character; all of it is in the description',
      other: 'shortened: a title can have # characters; all of it is in the description',
    }),
  descriptionTooLong: ({ max }) =>
    plural(Number(max), {
      one: 'shortened: a description can have # character',
      other: 'shortened: a description can have # characters',
    }),
  commentTooLong: ({ max }) =>
    plural(Number(max), {
      one: 'shortened: a comment can have # character',
      other: 'shortened: a comment can have # characters',
    }),
  tagTooLong: ({ max }) =>
    plural(Number(max), {
      one: 'shortened: a tag can have # character',
      other: 'shortened: a tag can have # characters',
    }),
  tooManyTags: ({ max }) =>
    plural(Number(max), { one: 'left out: a task can have # tag', other: 'left out: a task can have # tags' }),
  notADate: () => t`not a date that can be read; it is in the description`,
  startAfterDue: () => t`left out: it is after the due date`,
  unknownPriority: () => t`not known: the task has a medium priority`,
  idRepeated: () => t`repeated: another row has it`,
  repeatInDescription: () => t`not copied: how the task repeats is in the description`,
  badRule: () => t`left out: its rule can’t be read`,
  remindersFollowDue: () => t`left out: reminders follow from the due date`,
  noVotes: () => t`left out: tasks have no votes`,
  noLocation: () => t`left out: tasks have no location`,
  noStopwatch: () => t`left out: tasks have no stopwatch`,
  listIsTag: ({ column }) =>
    t`not a column here: its tasks are in “${{ column: text(column) }}” and have its name as a tag`,
  columnNotInFile: () => t`left out: it is not in the file`,
  nameNotInFile: () => t`ignored: nothing in the file has this name`,
  noOneChosen: () => t`no one here was chosen; the name is in the description`,
  oneAssignee: () => t`a task has one assignee; the name is in the description`,
  notAssignable: () => t`the person can’t have tasks of this project; the name is in the description`,
  addMembers: () => t`left out: add them to the project yourself`,
  parentNotInFile: () => t`left out: the parent task is not in the file`,
  parentNotImported: () => t`left out: the parent task was not imported`,
  parentIsItself: () => t`left out: it would be a subtask of itself`,
  movedUp: ({ max }) =>
    plural(Number(max), { one: 'moved up: subtasks can have # level', other: 'moved up: subtasks can have # levels' }),
  tooDeep: ({ max }) =>
    plural(Number(max), { one: 'left out: subtasks can have # level', other: 'left out: subtasks can have # levels' }),
  tooManySubtasks: ({ max }) =>
    plural(Number(max), { one: 'left out: a task can have # subtask', other: 'left out: a task can have # subtasks' }),
  badRelation: () => t`left out: it can’t be read`,
  otherNotImported: () => t`left out: the other task was not imported`,
  tooManyRelations: ({ max }) =>
    plural(Number(max), {
      one: 'left out: a task can have # relation',
      other: 'left out: a task can have # relations',
    }),
  relationCycle: () => t`left out: the tasks would depend on each other`,
  relationsTooDeep: () => t`left out: too many tasks depend on each other`,
  checklistFull: ({ max }) =>
    plural(Number(max), {
      one: 'left out: a checklist can have # item',
      other: 'left out: a checklist can have # items',
    }),
  itemsHaveText: () => t`left out: checklist items have only a text`,
  commentsMissing: ({ count: missing, actions }) => {
    const last = count(actions);
    return plural(Number(missing), {
      one: `# is not in the file: Trello exports only the last ${last} actions of a board`,
      other: `# are not in the file: Trello exports only the last ${last} actions of a board`,
    });
  },
  actionsMissing: ({ actions }) =>
    t`not in the file: Trello exports only the last ${{ last: count(actions) }} actions of a board`,
  commentsUnread: ({ count: unread }) =>
    plural(Number(unread), { one: '# could not be read', other: '# could not be read' }),
  ofDeletedCards: ({ count: lost }) => t`left out: ${{ count: count(lost) }}`,
  ofMissingTasks: ({ count: lost }) => t`left out: ${{ count: count(lost) }} of tasks that are not in the file`,
  fileLinked: () => t`not copied: the file has only its address; a link is in the description`,
  filesNotRead: () => t`left out: files are not imported from this archive`,
  noPictures: () => t`left out: the file does not contain pictures`,
  tooManyFiles: ({ max }) =>
    plural(Number(max), { one: 'left out: a task can have # file', other: 'left out: a task can have # files' }),
  fileEmpty: () => t`left out: it is empty`,
  fileTooLarge: ({ megabytes }) => t`left out: a file can have ${{ max: count(megabytes) }} MB`,
  fileMissing: () => t`left out: the archive does not have it`,
  archiveWithoutFiles: () => t`left out: this archive has no files; import the one with the files`,
  fileDamaged: () => t`left out: it is damaged in the archive`,
  storageFull: () => t`left out: the server has no room for more files`,
  projectFull: ({ gigabytes }) => t`left out: the files of a project can have ${{ max: count(gigabytes) }} GB in all`,
  dailyLimit: ({ gigabytes }) => t`left out: you can send ${{ max: count(gigabytes) }} GB a day`,
  keepsOwn: () => t`left out: the project here keeps its own`,
  keyChanged: () => t`changed: another of your projects has this key`,
  importedActive: () => t`imported as an active project`,
  trashNotImported: () => t`left out: deleted cards are not imported`,
  staysInDownload: () => t`left out: they stay in the download`,
  archivedLeftOut: () => t`archived: you chose to leave these out`,
  taskRepeated: () => t`repeated: the file has it before`,
  noTaskId: () => t`left out: it has no ID`,
  taskTwice: () => t`left out: the file has it twice`,
  inOtherProject: () => t`imported before and moved to another project`,
  inTrash: () => t`imported before and now in the trash: restore it there`,
  keptChanged: () => t`kept: it was changed after the import`,
  columnStays: () => t`kept: delete it on the board if you no longer need it`,
  tooLarge: () => t`The file is too large to be read. Export a part of it.`,
  tooSlow: () => t`The file took too long to read.`,
  emptyFile: () => t`The file is empty.`,
  badJson: () => t`The file is not complete JSON. Export it again.`,
  notTrello: () =>
    t`This is not the JSON file of a Trello board. In Trello, open the board’s menu, then “Print, export, and share”, then “Export as JSON”.`,
  notPlanka: () => t`This is not a file of “npm run import -- planka”.`,
  notTodoist: () =>
    t`This is not a Todoist template: it has no columns TYPE and CONTENT. For other tables, choose “Another table”.`,
  notDownload: () => t`This is not a download of your data: the archive has no projects.json or no tasks.json.`,
  noProjects: () => t`The download has no projects.`,
  noSuchProject: () => t`The download has no such project.`,
  notATable: () => t`This is a zip or an Excel file. Export the table as CSV.`,
  badTable: () => t`The table can’t be read. Is it a CSV file?`,
  badTableLine: ({ line }) => t`The table can’t be read at line ${{ line: text(line) }}. Is it a CSV file?`,
  tableTooWide: ({ max }) =>
    plural(Number(max), {
      one: 'The table has more than # column.',
      other: 'The table has more than # columns.',
    }),
  tableTooLong: ({ max }) =>
    plural(Number(max), { one: 'The table has more than # row.', other: 'The table has more than # rows.' }),
  tooManyValues: ({ column, max }) => {
    const name = text(column);
    return plural(Number(max), {
      one: `The column “${name}” has more than # value. Choose another one for the lists.`,
      other: `The column “${name}” has more than # different values. Choose another one for the lists.`,
    });
  },
  tooManyCards: ({ max }) =>
    plural(Number(max), { one: 'The board has more than # card.', other: 'The board has more than # cards.' }),
  tooManyLists: ({ max }) =>
    plural(Number(max), { one: 'The board has more than # list.', other: 'The board has more than # lists.' }),
  tooManySections: ({ max }) =>
    plural(Number(max), { one: 'The file has more than # section.', other: 'The file has more than # sections.' }),
  tooManyTasks: ({ max }) =>
    plural(Number(max), { one: 'The file has more than # task.', other: 'The file has more than # tasks.' }),
  projectTooLarge: ({ max }) =>
    plural(Number(max), { one: 'The project has more than # task.', other: 'The project has more than # tasks.' }),
  projectTooWide: ({ max }) =>
    plural(Number(max), { one: 'The project has more than # column.', other: 'The project has more than # columns.' }),
  notAZip: () => t`This is not a zip file.`,
  badArchive: () => t`The archive is damaged.`,
  archiveLacks: ({ name }) => t`The archive has no ${{ name: text(name) }}.`,
  archiveTooMany: ({ max }) =>
    plural(Number(max), { one: 'The archive has more than # file.', other: 'The archive has more than # files.' }),
  archiveTooLarge: ({ gigabytes }) => t`The archive has more than ${{ max: count(gigabytes) }} GB.`,
  archiveBomb: () => t`The archive unpacks to more than a hundred times its size.`,
  projectGone: () => t`The project is no longer there, or you are no longer one of its members.`,
  projectArchived: () => t`The project is archived: it can be read, but not changed.`,
  noRight: () => t`Your role in the project doesn’t allow this.`,
  keyTaken: ({ key }) => t`Another of your projects has the key ${{ key: text(key) }}.`,
  refused: ({ message }) => t`The project refused it: ${{ message: text(message) }}`,
  stopped: () => t`Something went wrong before all of the file was imported.`,
  noRightToUndo: () => t`It couldn’t be undone: you can no longer change the project.`,
  undoStopped: () => t`Something went wrong before all of it was undone.`,
};

interface Thing {
  kind: string;
  name: string | null;
  number: number | null;
}

const named = (what: string, name: string | null): string => (name === null ? what : t`${what} “${name}”`);

const isKind = (kind: string): kind is ImportThingKind => Object.hasOwn(kinds, kind);
const isReason = (key: string): key is ImportReasonKey => Object.hasOwn(reasons, key);

/** Returns the text of a report's line. A line of another version of the server has only English text. */
export const importReasonTexts = {
  kind: (kind: string | null, english: string): string => (kind !== null && isKind(kind) ? kinds[kind] : english),
  thing: (thing: Thing | null, english: string): string => {
    if (!thing || !isKind(thing.kind)) return english;
    const row = thing.number === null ? kinds[thing.kind] : t`Row ${{ number: String(thing.number) }}`;
    return named(row, thing.name);
  },
  reason: (reason: { key: string; params: Params } | null, english: string): string =>
    reason && isReason(reason.key) ? reasons[reason.key](reason.params) : english,
};
