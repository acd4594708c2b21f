import type { DateOrder, ImportField, ImportSource, TaskPriority } from '../../../contract/enums.js';

/*
 * What a reader makes of a file, whatever its format. Texts are within the limits of the app. Ids are those of the file.
 *
 * The files of this folder run in a process that Node.js starts without a compiler: they have types, but no other syntax of
 * TypeScript.
 */

/** Something of the file that is left out or changed, and why. `row` names where it stands. */
export interface Loss {
  row: string;
  what: string;
  why: string;
}

export interface DraftComment {
  id: string;
  text: string;
  /** Who wrote it, and when. */
  name: string;
  at: string | null;
}

export interface DraftItem {
  id: string;
  text: string;
  done: boolean;
}

export interface DraftTask {
  id: string;
  /** How the report names it. */
  row: string;
  listId: string | null;
  title: string;
  description: string;
  priority: TaskPriority;
  /** A day, or a moment with an hour. */
  due: string | null;
  startDate: string | null;
  tags: string[];
  /** Ids of people, the first one first. */
  assignees: string[];
  isDone: boolean;
  isArchived: boolean;
  parentId: string | null;
  url: string | null;
  createdAt: string | null;
  updatedAt: string | null;
  checklist: DraftItem[];
  comments: DraftComment[];
  losses: Loss[];
}

export interface DraftList {
  id: string;
  name: string;
  limit: number | null;
  isArchived: boolean;
}

export interface DraftPerson {
  id: string;
  name: string;
  email: string | null;
}

/** A column of a table. */
export interface DraftField {
  column: string;
  field: ImportField;
  /** The first texts in it. */
  samples: string[];
}

/** What is known of a file before its tasks. */
export interface DraftHead {
  name: string;
  lists: DraftList[];
  people: DraftPerson[];
  fields: DraftField[];
  dateOrder: DateOrder | null;
  /** Colors of tags by their names. */
  tagColors: Record<string, string>;
  losses: Loss[];
}

/** Numbers of what a file has. */
export interface DraftCounts {
  byList: Map<string, number>;
  byPerson: Map<string, number>;
  archived: number;
  comments: number;
  checklistItems: number;
}

/** A head with how many tasks follow, and what they have. */
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
  /** Of the person, for times without a zone. */
  timeZone: string;
  /** Today in that zone, for dates in words. */
  today: string;
  fields: readonly { column: string; field: ImportField }[];
  dateOrder: DateOrder | null;
}

/** A file that cannot be read, in words for the person. */
export class UnreadableFile extends Error {}
