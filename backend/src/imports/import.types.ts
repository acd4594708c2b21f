import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateOrder, ImportField, ImportSource, ImportState, TaskStatus } from '../../contract/enums.js';
import {
  importFieldSchema,
  importListSchema,
  importMappingSchema,
  importNewProjectSchema,
  importPersonSchema,
  startImportSchema,
} from '../../contract/imports.js';
import { IMPORTS } from '../../contract/limits.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { idInputOf, inputObjectOf, inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf } from '../platform/graphql/write.js';
import type { Moment } from '../platform/database/rows.js';

describeEnum(ImportSource, 'ImportSource', 'Where an import comes from.', {
  TRELLO: 'The JSON file of a Trello board.',
  PLANKA: 'A board of Planka 2, in the file that `npm run import -- planka` makes.',
  VIKUNJA: 'The zip of a data export of Vikunja. Several projects become one, with their names as tags.',
  CSV: 'A table with one task a row: comma, semicolon, tab or bar; in UTF-8, UTF-16 or another common encoding, which is detected.',
  TODOIST: 'The CSV template of a Todoist project.',
  JIRA: 'A CSV export of Jira, whose texts are in wiki markup.',
  LINEAR: 'A CSV export of Linear.',
  ASANA: 'A CSV export of Asana.',
  CAIRN: 'The download of your data, or the archive with its files. One project of it is imported.',
});

describeEnum(ImportState, 'ImportState', 'The state of an import.', {
  WAITING: 'It waits for its file.',
  RUNNING: 'The file is read, or its tasks are made.',
  DONE: 'Finished; the report says what it did or, for a dry run, would do.',
  STOPPED: 'Stopped; what it had made stays.',
  FAILED: 'It could not go on; `failure` says why. What it had made stays.',
  UNDOING: 'What it made is being moved to the trash.',
  UNDONE: 'What it made and no one has changed is in the trash.',
});

describeEnum(ImportField, 'ImportField', 'What a column of a table becomes.', {
  TITLE: 'The title.',
  DESCRIPTION: 'The description.',
  LIST: 'The list, which becomes a column of the board.',
  PRIORITY: 'The priority, in words.',
  ASSIGNEE: 'Names or addresses of people.',
  TAGS: 'Tags, separated by commas. Several columns can be tags.',
  DUE: 'The due date.',
  START: 'The start date.',
  DONE: 'Whether it is done: a word, a tick, or the date on which it was.',
  ARCHIVED: 'Whether it is archived: a word, a tick, or a date.',
  COMMENT: 'A comment. Several columns can be comments.',
  PARENT: 'The id or the title of its parent.',
  ID: 'Its id, by which a second import knows it again.',
  URL: 'Its address.',
  CREATED: 'When it was created.',
  UPDATED: 'When it was last changed.',
  KEEP: 'A line at the end of the description.',
  IGNORE: 'Nothing.',
});

describeEnum(DateOrder, 'DateOrder', 'How a date like 03/04/2026 is read.', {
  DAY_FIRST: 'April 3.',
  MONTH_FIRST: 'March 4.',
});

@ObjectType('TaskOrigin', { description: 'Where a task was imported from.' })
export class TaskOriginType {
  @Field(() => ImportSource, { description: 'The kind of its file.' })
  source!: ImportSource;

  @Field(() => String, { description: 'Its id there.' })
  id!: string;

  @Field(() => String, orNull('Its address there.'))
  url!: string | null;
}

@ObjectType('ImportColumn', { description: 'A column of a table.' })
export class ImportColumnType {
  @Field(() => String, { description: 'Its name in the file.' })
  column!: string;

  @Field(() => ImportField, { description: 'What it becomes.' })
  field!: ImportField;

  @Field(() => [String], { description: 'Its first texts, up to three.' })
  samples!: string[];
}

@ObjectType('ImportList', { description: 'A list of the file, and the column that its tasks go to.' })
export class ImportListType {
  @Field(() => String, { description: 'Its name in the file.' })
  name!: string;

  @Field(() => Int, { description: 'How many tasks it has.' })
  tasks!: number;

  @Field(() => Boolean, { description: 'Whether it is archived there.' })
  isArchived!: boolean;

  @Field(() => ID, orNull('The column, if it is there already.'))
  columnId!: string | null;

  @Field(() => String, { description: 'The name of the column.' })
  columnName!: string;

  @Field(() => TaskStatus, { description: 'The status of the column.' })
  status!: TaskStatus;

  @Field(() => Boolean, { description: 'Whether the import makes the column.' })
  isNew!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the column has another name, so that the tasks get the name of the list as a tag.',
  })
  isTagged!: boolean;
}

@ObjectType('ImportPerson', { description: 'A person of the file who has tasks, and who they are here.' })
export class ImportPersonType {
  @Field(() => String, { description: 'Their name or address in the file.' })
  name!: string;

  @Field(() => Int, { description: 'How many tasks they have.' })
  tasks!: number;

  @Field(() => ID, orNull('The member who gets their tasks; null for no one.'))
  userId!: string | null;
}

@ObjectType('ImportProject', { description: 'A project of a download.' })
export class ImportProjectType {
  @Field(() => String, { description: 'Its id there.' })
  id!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => Int, { description: 'How many tasks it has.' })
  tasks!: number;
}

@ObjectType('ImportPlan', { description: 'What a file has, and where it goes.' })
export class ImportPlanType {
  @Field(() => String, { description: 'The name of the board; empty if the file has none.' })
  name!: string;

  @Field(() => [ImportColumnType], { description: 'Of a table: its columns.' })
  fields!: ImportColumnType[];

  @Field(() => DateOrder, orNull('How its dates are read; null if there is no doubt about them.'))
  dateOrder!: DateOrder | null;

  @Field(() => [ImportListType], { description: 'Its lists.' })
  lists!: ImportListType[];

  @Field(() => [ImportPersonType], { description: 'The people who have tasks.' })
  people!: ImportPersonType[];

  @Field(() => Int, { description: 'How many tasks it has, archived ones included.' })
  tasks!: number;

  @Field(() => Int, { description: 'How many of them are archived.' })
  archived!: number;

  @Field(() => Int, { description: 'How many comments it has.' })
  comments!: number;

  @Field(() => Int, { description: 'How many checklist items it has.' })
  checklistItems!: number;

  @Field(() => [ImportProjectType], { description: 'Of a download: its projects.' })
  projects!: ImportProjectType[];

  @Field(() => String, orNull('Of a download: the id of the project that is imported.'))
  project!: string | null;
}

@ObjectType('ImportCounts', { description: 'Numbers of objects.' })
export class ImportCountsType {
  @Field(() => Int, { description: 'Tasks.' })
  tasks!: number;

  @Field(() => Int, { description: 'Comments.' })
  comments!: number;

  @Field(() => Int, { description: 'Checklist items.' })
  checklistItems!: number;

  @Field(() => Int, { description: 'Columns.' })
  columns!: number;

  @Field(() => Int, { description: 'Relations between tasks.' })
  relations!: number;

  @Field(() => Int, { description: 'Files of tasks.' })
  files!: number;
}

@ObjectType('ImportThing', { description: 'A thing of a file.' })
export class ImportThingType {
  @Field(() => String, { description: 'Its kind: one of those in docs/api.md, to which new ones can be added.' })
  kind!: string;

  @Field(() => String, orNull('Its name in the file.'))
  name!: string | null;

  @Field(() => Int, orNull('Of a row of a table: its number.'))
  number!: number | null;
}

@ObjectType('ImportReason', { description: 'A reason for programs and translations.' })
export class ImportReasonType {
  @Field(() => String, { description: 'Its key: one of those in docs/api.md, to which new ones can be added.' })
  key!: string;

  @Field(() => GraphQLJSONObject, { description: 'Its params by their names: texts and numbers.' })
  params!: Record<string, string | number>;
}

@ObjectType('ImportLeft', { description: 'Things that were left out or changed for the same reason.' })
export class ImportLeftType {
  @Field(() => String, { description: 'What they are.' })
  what!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What they are, for programs: a kind of ImportThing; null in imports of earlier versions.',
  })
  kind!: string | null;

  @Field(() => String, { description: 'The reason.' })
  why!: string;

  @Field(() => ImportReasonType, orNull('The reason for programs; null in imports of earlier versions.'))
  reason!: ImportReasonType | null;

  @Field(() => Int, { description: 'How many there are.' })
  count!: number;
}

@ObjectType('ImportRefused', { description: 'A row of the file that was not imported.' })
export class ImportRefusedType {
  @Field(() => String, { description: 'Where it is in the file.' })
  row!: string;

  @Field(() => ImportThingType, orNull('The row for programs; null in imports of earlier versions.'))
  thing!: ImportThingType | null;

  @Field(() => String, { description: 'The reason.' })
  why!: string;

  @Field(() => ImportReasonType, orNull('The reason for programs; null in imports of earlier versions.'))
  reason!: ImportReasonType | null;
}

@ObjectType('ImportReport', { description: 'What an import did or, as a dry run, would do.' })
export class ImportReportType {
  @Field(() => ImportCountsType, { description: 'What it made.' })
  made!: ImportCountsType;

  @Field(() => ImportCountsType, { description: 'What was there already, from an earlier import of the same file.' })
  kept!: ImportCountsType;

  @Field(() => ImportCountsType, orNull('Once it is undone: what was moved to the trash.'))
  undone!: ImportCountsType | null;

  @Field(() => [ImportLeftType], {
    description: `What was left out or changed, the most frequent first; up to ${IMPORTS.linesShown}.`,
  })
  left!: ImportLeftType[];

  @Field(() => [ImportRefusedType], {
    description: `The first rows that were not imported, up to ${IMPORTS.linesShown}.`,
  })
  refused!: ImportRefusedType[];

  @Field(() => Int, { description: 'How many rows were not imported.' })
  refusedCount!: number;

  @Field(() => Int, {
    description:
      `How many lines the whole report has: GET /api/imports/{id}/report answers up to ${IMPORTS.lines}, each with its row ` +
      'and its reason, as CSV.',
  })
  lineCount!: number;
}

@ObjectType('Import', { description: `An import of a file. It is kept for ${IMPORTS.keptDays} days, with its file.` })
export class ImportType {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => ImportSource, { description: 'Where it comes from.' })
  source!: ImportSource;

  @Field(() => ImportState, { description: 'Its state.' })
  state!: ImportState;

  @Field(() => Boolean, { description: 'Whether it only says what it would do.' })
  dryRun!: boolean;

  @Field(() => ID, orNull('The project, once it is there.'))
  projectId!: string | null;

  @Field(() => String, orNull('The name of the new project, if it was asked for one.'))
  newProjectName!: string | null;

  @Field(() => Boolean, { description: 'Whether archived tasks are imported.' })
  withArchived!: boolean;

  @Field(() => String, orNull('Where its file is sent to, with PUT; null once it is there.'))
  uploadUrl!: string | null;

  @Field(() => Int, { description: 'How many tasks are done so far.' })
  done!: number;

  @Field(() => Int, { description: 'How many tasks the file has; 0 until it is read.' })
  total!: number;

  @Field(() => Int, { description: 'Progress in percent; 100 when it is done or undone.' })
  progress!: number;

  @Field(() => String, orNull('Why it failed.'))
  failure!: string | null;

  @Field(() => ImportReasonType, orNull('Why it failed, for programs; null in imports of earlier versions.'))
  failureReason!: ImportReasonType | null;

  @Field(() => ImportPlanType, orNull('What is in the file; null until it is read.'))
  plan!: ImportPlanType | null;

  @Field(() => ImportReportType, { description: 'What it has done so far.' })
  report!: ImportReportType;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was started.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, orNull('When it ended; null before.'))
  finishedAt!: Moment | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it and its file are removed. What it made stays.' })
  expiresAt!: Moment;
}

const ImportNewProjectInput = inputObjectOf('ImportNewProjectInput', 'A new project for an import.', {
  schema: importNewProjectSchema,
  descriptions: { name: 'Its name.', key: 'The prefix of its tasks’ keys; made of the name by default.' },
});

const ImportFieldInput = inputObjectOf('ImportFieldInput', 'What a column of a table becomes.', {
  schema: importFieldSchema,
  descriptions: { column: 'Its name in the file.', field: 'What it becomes.' },
});

const ImportListInput = inputObjectOf('ImportListInput', 'Where the tasks of a list go.', {
  schema: importListSchema,
  descriptions: {
    theirs: 'The name of the list.',
    columnId: 'A column of the project.',
    status: 'Without a column: the status of the new one.',
  },
});

const ImportMappingInput = inputObjectOf('ImportMappingInput', 'Where the contents of a file go.', {
  schema: importMappingSchema,
  descriptions: {
    fields: {
      type: [ImportFieldInput],
      description: 'Of a table: what its columns become. Others are guessed by their names.',
    },
    lists: { type: [ImportListInput], description: 'Where the tasks of lists go. Others are matched by their names.' },
    dateOrder: 'How dates are read.',
    archived: 'Whether archived tasks are imported, as done ones; true by default.',
    project: 'Of a download: the id of the project that is imported; the first one by default.',
  },
});

const ImportPersonInput = inputObjectOf('ImportPersonInput', 'Who a person of the file is.', {
  schema: importPersonSchema,
  descriptions: { theirs: 'Their name or address in the file.', userId: 'A member of the project; null for no one.' },
});

export const StartImportInput = inputOf('StartImport', {
  schema: startImportSchema,
  descriptions: {
    id: 'An id that you choose for the import.',
    source: 'Where it comes from.',
    projectId: 'The project that it goes into.',
    newProject: { type: ImportNewProjectInput, description: 'Or a new project.' },
    fileOf: 'Use the file of this earlier import of yours, instead of sending one.',
    mapping: { type: ImportMappingInput, description: 'Where the contents go.' },
    people: { type: [ImportPersonInput], description: 'Who the people are. Others are matched by address or name.' },
    dryRun: 'Whether to make nothing and only say what would happen; true by default.',
  },
});

const WRITTEN_IMPORT = { import: { type: ImportType, description: 'The import as it is now.' } };

export const StartImportPayload = payloadOf('StartImport', WRITTEN_IMPORT);
export const StopImportInput = idInputOf('StopImport', 'The import.');
export const StopImportPayload = payloadOf('StopImport', WRITTEN_IMPORT);
export const UndoImportInput = idInputOf('UndoImport', 'The import.');
export const UndoImportPayload = payloadOf('UndoImport', WRITTEN_IMPORT);
