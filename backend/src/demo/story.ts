import type { TaskPriority, TaskStatus } from '../../contract/enums.js';

/** Who acts in the demo, by username. */
export type Handle = 'hanna' | 'samir' | 'lucia' | 'tom';

/** What happens to a task after it was made, `ago` days before today; without `by` whoever would usually do it. */
export type Step = { ago: number; by?: Handle | undefined } & (
  | { kind: 'move'; to: TaskStatus }
  | { kind: 'status'; to: TaskStatus }
  | { kind: 'top' }
  | { kind: 'assign'; to: Handle | null }
  | { kind: 'edit'; fields: { title?: string; description?: string; priority?: TaskPriority; due?: number | null } }
  | { kind: 'comment'; text: string }
  | { kind: 'delete' }
);

/** Who made a task how many days ago, for whom, and until when: days from today. */
interface Made {
  ago: number;
  by: Handle;
  to?: Handle;
  due?: number;
}

/** A task and its history, told in a chain. Days count back from today, due days forward. */
export class TaskPlan {
  description: string | undefined;
  origin: Made = { ago: 0, by: 'hanna' };
  history: readonly Step[] = [];
  /** What is to be done within it, and how many of these are ticked. */
  checklist: { items: readonly string[]; done: number } = { items: [], done: 0 };

  constructor(
    readonly title: string,
    readonly priority: TaskPriority,
    readonly tags: readonly string[],
  ) {}

  made(ago: number, by: Handle, { to, due }: Pick<Made, 'to' | 'due'> = {}): this {
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

/** A project, who is in it since when, and its tasks. */
export interface ProjectPlan {
  name: string;
  description: string;
  color: string;
  owner: Handle;
  made: number;
  members: { who: Handle; ago: number }[];
  edits?: { ago: number; by: Handle; fields: { name?: string; description?: string } }[];
  tasks: TaskPlan[];
}

/** Work begins: the card is dragged to In Progress. */
export const start = (ago: number, by?: Handle): Step => ({ ago, by, kind: 'move', to: 'IN_PROGRESS' });

/** Work is handed over: the card is dragged to In Review. */
export const review = (ago: number, by?: Handle): Step => ({ ago, by, kind: 'move', to: 'IN_REVIEW' });

/** Work is finished. */
export const done = (ago: number, by?: Handle): Step => ({ ago, by, kind: 'status', to: 'DONE' });

/** Work is taken up again, after a review or too early a finish. */
export const reopen = (ago: number, by?: Handle): Step => ({ ago, by, kind: 'status', to: 'IN_PROGRESS' });

/** The card is dragged to the top of its column. */
export const top = (ago: number, by?: Handle): Step => ({ ago, by, kind: 'top' });

/** The task is given to somebody, or taken off. */
export const assign = (ago: number, to: Handle | null, by?: Handle): Step => ({ ago, by, kind: 'assign', to });

/** Its words, priority or due date change. */
export const edit = (ago: number, fields: (Step & { kind: 'edit' })['fields'], by?: Handle): Step => ({
  ago,
  by,
  kind: 'edit',
  fields,
});

/** Somebody says something about it. */
export const say = (ago: number, by: Handle, text: string): Step => ({ ago, by, kind: 'comment', text });

/** It turned out not to be needed. */
export const remove = (ago: number, by?: Handle): Step => ({ ago, by, kind: 'delete' });
