import type { ProjectRole, TaskPriority, TaskStatus } from '../../contract/enums.js';

/** The demo's people by username. */
export type Username = 'hanna' | 'samir' | 'lucia' | 'tom';

/** A change of a task, `ago` days before today; by default by the person who usually does it. */
export type Step = { ago: number; by?: Username | undefined } & (
  | { kind: 'move'; to: TaskStatus }
  | { kind: 'status'; to: TaskStatus }
  | { kind: 'column'; to: string }
  | { kind: 'top' }
  | { kind: 'assign'; to: Username | null }
  | { kind: 'edit'; fields: { title?: string; description?: string; priority?: TaskPriority; due?: number | null } }
  | { kind: 'comment'; text: string }
  | { kind: 'delete' }
);

/** Who created a task how many days ago, its assignee, and its due date in days from today. */
interface Made {
  ago: number;
  by: Username;
  to?: Username;
  due?: number;
}

/** A task and its history. Days count back from today, due days forward. */
export class TaskPlan {
  description: string | undefined;
  origin: Made = { ago: 0, by: 'hanna' };
  history: readonly Step[] = [];
  /** The checklist, and how many items are done. */
  checklist: { items: readonly string[]; done: number } = { items: [], done: 0 };

  constructor(
    readonly title: string,
    readonly priority: TaskPriority,
    readonly tags: readonly string[],
  ) {}

  made(ago: number, by: Username, { to, due }: Pick<Made, 'to' | 'due'> = {}): this {
    this.origin = { ago, by, to, due };
    return this;
  }

  about(description: string): this {
    this.description = description;
    return this;
  }

  list(done: number, ...items: readonly string[]): this {
    this.checklist = { items, done };
    return this;
  }

  steps(...history: readonly Step[]): this {
    this.history = history;
    return this;
  }
}

export const task = (title: string, priority: TaskPriority, tags: readonly string[] = []): TaskPlan =>
  new TaskPlan(title, priority, tags);

export interface ProjectPlan {
  name: string;
  description: string;
  color: string;
  owner: Username;
  made: number;
  members: { who: Username; ago: number; role?: ProjectRole }[];
  /** Columns besides the four usual ones, each after the others of its status. */
  columns?: { name: string; status: TaskStatus; ago: number; color?: string; limit?: number }[];
  /** The colors of tags, given when the project was made. */
  tagColors?: Record<string, string>;
  edits?: { ago: number; by: Username; fields: { name?: string; description?: string } }[];
  tasks: TaskPlan[];
}

/** The card is dragged to In Progress. */
export const start = (ago: number, by?: Username): Step => ({ ago, by, kind: 'move', to: 'IN_PROGRESS' });

/** The card is dragged to In Review. */
export const review = (ago: number, by?: Username): Step => ({ ago, by, kind: 'move', to: 'IN_REVIEW' });

/** The card is dragged to a column of the project. */
export const into = (ago: number, to: string, by?: Username): Step => ({ ago, by, kind: 'column', to });

export const done = (ago: number, by?: Username): Step => ({ ago, by, kind: 'status', to: 'DONE' });

/** Work continues after a review or a premature finish. */
export const reopen = (ago: number, by?: Username): Step => ({ ago, by, kind: 'status', to: 'IN_PROGRESS' });

export const top = (ago: number, by?: Username): Step => ({ ago, by, kind: 'top' });

/** The task is assigned or unassigned. */
export const assign = (ago: number, to: Username | null, by?: Username): Step => ({ ago, by, kind: 'assign', to });

/** Title, description, priority or due date change. */
export const edit = (ago: number, fields: (Step & { kind: 'edit' })['fields'], by?: Username): Step => ({
  ago,
  by,
  kind: 'edit',
  fields,
});

export const say = (ago: number, by: Username, text: string): Step => ({ ago, by, kind: 'comment', text });

export const remove = (ago: number, by?: Username): Step => ({ ago, by, kind: 'delete' });
