import type {
  DateOrder,
  ImportField,
  ImportSource,
  RelationKind,
  TaskPriority,
  TaskStatus,
} from '../../../contract/enums.js';
import { englishReason, type ImportReason, type ImportThing } from '../../../contract/importReasons.js';
import type { Repeat } from '../../../contract/repeat.js';

/* The common result of all readers, whatever the format of the file. Texts are within the limits of the app; ids are
   those in the file. Node.js runs the files of this folder without a compiler, so they have types but no other
   TypeScript syntax. */

/** Something of the file that is left out or changed, and why. `row` is its place in the file. */
export interface ImportLoss {
  row: ImportThing;
  what: ImportThing;
  why: ImportReason;
}

/** Records a loss of a row. */
export type ReportLoss = (what: ImportThing, why: ImportReason) => void;

export interface DraftComment {
  id: string;
  /** The id that earlier versions gave it, if they gave another one. */
  earlierId?: string;
  text: string;
  /** Who wrote it, and when. */
  name: string;
  at: string | null;
  /** When it was created in the other program and last changed, if that differs. */
  createdAt?: string | null;
  updatedAt?: string | null;
}

/** A relation to another task of the file. It is stored with the task that comes later in the file. */
export interface DraftRelation {
  id: string;
  kind: RelationKind;
  taskId: string;
  otherId: string;
  /** Id of a person; empty if it is unknown. */
  creator: string;
  createdAt: string | null;
}

/** A file of a task. Its content is in the archive, at `files/ID/`. */
export interface DraftFile {
  id: string;
  name: string;
  /** Id of a person. */
  creator: string;
  createdAt: string | null;
  isCover: boolean;
}

/** Fields of a task that only our own download has. */
export interface CairnTask {
  status: TaskStatus;
  /** The due day, if the task is due on a day; `due` then has its time. */
  dueDay: string | null;
  completedAt: string | null;
  /** Id of a person. */
  creator: string;
  number: number | null;
  rank: string;
  repeat: Repeat | null;
  seriesId: string | null;
  occurrence: number | null;
  files: DraftFile[];
  /** Files of other tasks that are shown in its texts. */
  pictures: { id: string; taskId: string }[];
}

export interface DraftItem {
  id: string;
  text: string;
  done: boolean;
  createdAt?: string | null;
  updatedAt?: string | null;
}

export interface DraftTask {
  id: string;
  /** How the report names it. */
  row: ImportThing;
  listId: string | null;
  title: string;
  description: string;
  priority: TaskPriority;
  /** A day, or a moment with an hour. */
  due: string | null;
  startDate: string | null;
  tags: string[];
  /** Ids of the assignees in order. */
  assignees: string[];
  isDone: boolean;
  isArchived: boolean;
  parentId: string | null;
  url: string | null;
  createdAt: string | null;
  updatedAt: string | null;
  /** When it was done, if the file says so. */
  completedAt?: string | null;
  checklist: DraftItem[];
  comments: DraftComment[];
  relations?: DraftRelation[];
  losses: ImportLoss[];
  own?: CairnTask;
}

export interface DraftList {
  id: string;
  name: string;
  limit: number | null;
  isArchived: boolean;
  /** Fields of a column that only our own download has. */
  own?: { status: TaskStatus; color: string | null; hidden: boolean };
}

export interface DraftPerson {
  id: string;
  name: string;
  email: string | null;
  username?: string;
}

export interface CairnProject {
  id: string;
  name: string;
  /** How many tasks it has. */
  tasks: number;
}

/** Fields that only our own download has. */
export interface CairnHead {
  projects: CairnProject[];
  /** The one that is read. */
  projectId: string;
  description: string;
  color: string | null;
  key: string | null;
  isTemplate: boolean;
  /** The highest number of a task in the project. */
  lastNumber: number;
}

export interface DraftField {
  column: string;
  field: ImportField;
  /** The first texts in it. */
  samples: string[];
}

/** Everything in a file but the tasks. */
export interface DraftHead {
  name: string;
  /** The description of a new project. Our own download has it in `own`. */
  description?: string;
  lists: DraftList[];
  people: DraftPerson[];
  fields: DraftField[];
  dateOrder: DateOrder | null;
  tagColors: Record<string, string>;
  losses: ImportLoss[];
  own?: CairnHead;
}

/** How many objects of each kind a file contains. */
export interface DraftCounts {
  byList: Map<string, number>;
  byPerson: Map<string, number>;
  archived: number;
  comments: number;
  checklistItems: number;
}

/** A head with the number of tasks that follow and of their parts. */
export interface CountedHead extends DraftHead {
  tasks: number;
  counts: DraftCounts;
}

/** The whole of a file. Parents come before their subtasks. */
export interface Draft {
  head: DraftHead;
  tasks: DraftTask[];
}

/** How a file is read. */
export interface ReadOptions {
  source: ImportSource;
  /** The person's time zone, for times without a zone. */
  timeZone: string;
  /** Today in that zone, for dates in words. */
  today: string;
  fields: readonly { column: string; field: ImportField }[];
  dateOrder: DateOrder | null;
  /** The id of the project in the file; by default the first one. */
  project?: string | null;
}

/** Thrown for a file that cannot be read, with the reason. */
export class UnreadableFile extends Error {
  readonly reason: ImportReason;

  constructor(reason: ImportReason) {
    super(englishReason(reason));
    this.reason = reason;
  }
}
