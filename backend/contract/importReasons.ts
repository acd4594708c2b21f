/* The lines of an import's report: the kind of thing, and the reason. Each key has its English text here, with params
   in braces; apps have their own texts. A key keeps its meaning; new keys can be added. docs/api.md lists them. The
   process that reads files runs this module without a compiler, so it has types but no other TypeScript syntax. */

/** Kinds of things that a report names: rows of files, and their parts. */
export const IMPORT_THINGS = {
  project: 'Project',
  board: 'Board',
  card: 'Card',
  task: 'Task',
  row: 'Row',
  // Parts of a task.
  title: 'Title',
  description: 'Description',
  list: 'List',
  column: 'Column',
  parent: 'Parent',
  priority: 'Priority',
  date: 'Date',
  startDate: 'Start date',
  repetition: 'Repetition',
  reminders: 'Reminders',
  assignee: 'Assignee',
  tag: 'Tag',
  id: 'Id',
  votes: 'Votes',
  location: 'Location',
  cover: 'Cover',
  stopwatch: 'Stopwatch',
  checklistItem: 'Checklist item',
  itemMember: 'Member of a checklist item',
  itemDetails: 'Due date and member of a checklist item',
  comment: 'Comment',
  olderComments: 'Older comments',
  file: 'File',
  relation: 'Relation',
  // Parts of a project.
  projectFields: 'Name, description, color and key',
  key: 'Key',
  archived: 'Archived',
  members: 'Members',
  checklistItems: 'Checklist items',
  comments: 'Comments',
  relations: 'Relations',
  files: 'Files',
  trash: 'Trash',
  olderHistory: 'Older comments and history',
  deletedCardComments: 'Comments of deleted cards',
  downloadParts: 'History, notifications, views and watched tasks',
  // Settings of the import.
  choice: 'Choice',
} as const satisfies Record<string, string>;

export type ImportThingKind = keyof typeof IMPORT_THINGS;

/** A kind with its name in the file, if it has one. A row of a table has its number, too. */
export interface ImportThing {
  kind: ImportThingKind;
  name?: string;
  number?: number;
}

/** Why something was left out or changed, why a row was not imported, or why an import failed. */
export const IMPORT_REASONS = {
  // Texts and values.
  titleTooLong: 'shortened: a title can have {max} characters',
  titleMoved: 'shortened: a title can have {max} characters; all of it is in the description',
  descriptionTooLong: 'shortened: a description can have {max} characters',
  commentTooLong: 'shortened: a comment can have {max} characters',
  tagTooLong: 'shortened: a tag can have {max} characters',
  tooManyTags: 'left out: a task can have {max} tags',
  notADate: 'not a date that can be read; it is in the description',
  startAfterDue: 'left out: it is after the due date',
  unknownPriority: 'not known: the task has a medium priority',
  idRepeated: 'repeated: another row has it',
  repeatInDescription: 'not copied: how the task repeats is in the description',
  badRule: 'left out: its rule can’t be read',
  remindersFollowDue: 'left out: reminders follow from the due date',
  noVotes: 'left out: tasks have no votes',
  noLocation: 'left out: tasks have no location',
  noStopwatch: 'left out: tasks have no stopwatch',
  // Lists and people.
  listIsTag: 'not a column here: its tasks are in “{column}” and have its name as a tag',
  columnNotInFile: 'left out: it is not in the file',
  nameNotInFile: 'ignored: nothing in the file has this name',
  noOneChosen: 'no one here was chosen; the name is in the description',
  oneAssignee: 'a task has one assignee; the name is in the description',
  notAssignable: 'the person can’t have tasks of this project; the name is in the description',
  addMembers: 'left out: add them to the project yourself',
  // Subtasks and relations.
  parentNotInFile: 'left out: the parent is not in the file',
  parentNotImported: 'left out: the parent was not imported',
  parentIsItself: 'left out: it would be a subtask of itself',
  movedUp: 'moved up: subtasks can have {max} levels',
  tooDeep: 'left out: subtasks can have {max} levels',
  tooManySubtasks: 'left out: a task can have {max} subtasks',
  badRelation: 'left out: it can’t be read',
  otherNotImported: 'left out: the other task was not imported',
  tooManyRelations: 'left out: a task can have {max} relations',
  relationCycle: 'left out: the tasks would depend on each other',
  relationsTooDeep: 'left out: too many tasks depend on each other',
  // Checklists and comments.
  checklistFull: 'left out: a checklist can have {max} items',
  itemsHaveText: 'left out: checklist items have only a text',
  commentsMissing: '{count} not in the file: Trello exports only the last {actions} actions of a board',
  actionsMissing: 'not in the file: Trello exports only the last {actions} actions of a board',
  commentsUnread: '{count} could not be read',
  ofDeletedCards: 'left out: {count}',
  ofMissingTasks: 'left out: {count} of tasks that are not in the file',
  // Files.
  fileLinked: 'not copied: the file has only its address; a link is in the description',
  filesNotRead: 'left out: files are not imported from this archive',
  noPictures: 'left out: the file does not contain pictures',
  tooManyFiles: 'left out: a task can have {max} files',
  fileEmpty: 'left out: it is empty',
  fileTooLarge: 'left out: a file can have {megabytes} MB',
  fileMissing: 'left out: the archive does not have it',
  archiveWithoutFiles: 'left out: this archive has no files; import the one with the files',
  fileDamaged: 'left out: it is damaged in the archive',
  storageFull: 'left out: the server has no room for more files',
  projectFull: 'left out: the files of a project can have {gigabytes} GB in all',
  dailyLimit: 'left out: you can send {gigabytes} GB a day',
  // The project.
  keepsOwn: 'left out: the project here keeps its own',
  keyChanged: 'changed: another of your projects has this key',
  importedActive: 'imported as an active project',
  trashNotImported: 'left out: deleted cards are not imported',
  staysInDownload: 'left out: they stay in the download',
  // Rows that were not imported.
  archivedLeftOut: 'archived: you chose to leave these out',
  taskRepeated: 'repeated: the file has it before',
  noTaskId: 'left out: it has no id',
  taskTwice: 'left out: the file has it twice',
  inOtherProject: 'imported before and moved to another project',
  inTrash: 'imported before and now in the trash: restore it there',
  // Reasons why an object stays when an import is undone.
  keptChanged: 'kept: it was changed after the import',
  columnStays: 'kept: delete it on the board if you no longer need it',
  // Reasons why a file cannot be read, so that its import fails.
  tooLarge: 'The file is too large to be read: export a part of it, please.',
  tooSlow: 'The file took too long to read.',
  emptyFile: 'The file is empty.',
  badJson: 'The file is not complete JSON. Export it again, please.',
  notTrello:
    'This is not the JSON file of a Trello board. In Trello, open the board’s menu, “Print, export, and share”, “Export as JSON”.',
  notPlanka: 'This is not a file of `npm run import -- planka`.',
  notTodoist: 'This is not a Todoist template: it has no columns TYPE and CONTENT. Choose “CSV” for other tables.',
  notDownload: 'This is not a download of your data: the archive has no projects.json or no tasks.json.',
  noProjects: 'The download has no projects.',
  noSuchProject: 'The download has no such project.',
  notATable: 'This is a zip or an Excel file. Export the table as CSV, please.',
  badTable: 'The table cannot be read. Is it a CSV file?',
  badTableLine: 'The table cannot be read at line {line}. Is it a CSV file?',
  tableTooWide: 'The table has more than {max} columns.',
  tableTooLong: 'The table has more than {max} rows.',
  tooManyValues: 'The column “{column}” has more than {max} different values. Choose another one for the lists.',
  tooManyCards: 'The board has more than {max} cards.',
  tooManyLists: 'The board has more than {max} lists.',
  tooManySections: 'The file has more than {max} sections.',
  tooManyTasks: 'The file has more than {max} tasks.',
  projectTooLarge: 'The project has more than {max} tasks.',
  projectTooWide: 'The project has more than {max} columns.',
  notAZip: 'This is not a zip file.',
  badArchive: 'The archive is damaged.',
  archiveLacks: 'The archive has no {name}.',
  archiveTooMany: 'The archive has more than {max} files.',
  archiveTooLarge: 'The archive has more than {gigabytes} GB.',
  archiveBomb: 'The archive unpacks to more than a hundred times its size.',
  // Imports that failed for a reason other than the file.
  projectGone: 'The project is no longer there, or you are no longer one of its members.',
  projectArchived: 'This project is archived: it can be read, but not changed',
  noRight: 'Your role in the project does not allow this.',
  keyTaken: 'Another of your projects has the key {key}',
  refused: 'The project refused it: {message}',
  stopped: 'Something went wrong before all of the file was imported.',
  noRightToUndo: 'It could not be undone: you can no longer change the project.',
  undoStopped: 'Something went wrong before all of it was undone.',
} as const satisfies Record<string, string>;

export type ImportReasonKey = keyof typeof IMPORT_REASONS;
export type ImportReasonParams = Readonly<Record<string, string | number>>;

export interface ImportReason {
  key: ImportReasonKey;
  params: ImportReasonParams;
}

/** The names in the braces of a text. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type ParamsOf<Key extends ImportReasonKey> = [NamesIn<(typeof IMPORT_REASONS)[Key]>] extends [never]
  ? []
  : [params: Readonly<Record<NamesIn<(typeof IMPORT_REASONS)[Key]>, string | number>>];

/** Returns a reason, with the params that its text needs. */
export const importReason = <Key extends ImportReasonKey>(key: Key, ...[params]: ParamsOf<Key>): ImportReason => ({
  key,
  params: params ?? {},
});

const fill = (text: string, params: ImportReasonParams): string =>
  text.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = params[name] ?? '';
    return typeof value === 'number' ? value.toLocaleString('en') : value;
  });

export const englishReason = ({ key, params }: ImportReason): string => fill(IMPORT_REASONS[key], params);

/** Names of things that do not have the form `Kind “name”`. */
const NAMED: Readonly<Partial<Record<ImportThingKind, string>>> = {
  comment: 'Comment by {name}',
  itemMember: 'Member of “{name}”',
  itemDetails: 'Due date and member of “{name}”',
};

/** Describes a thing in English, with its number and name. */
export function englishThing({ kind, name, number }: ImportThing): string {
  const kindText = number === undefined ? IMPORT_THINGS[kind] : `${IMPORT_THINGS[kind]} ${number}`;
  return name === undefined ? kindText : fill(NAMED[kind] ?? `${kindText} “{name}”`, { name });
}
