import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { TaskPriority, TaskStatus } from '../../contract/enums.js';
import { foldTask } from '../../contract/fold.js';
import type { Repeat } from '../../contract/repeat.js';
import { completedSince } from '../../contract/taskList.js';
import { TextArrayType } from '../platform/database/textArray.js';
import { softDeleteColumns } from '../platform/database/softDelete.js';
import type { LogRule } from '../write/changeLog.js';
import { type ColumnFields, columnIdSql } from '../columns/homeColumns.js';
import { storedColumnId } from '../columns/projectColumns.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';

/** A person's explicit choice to watch a task, or not. */
export interface Watch {
  userId: string;
  watches: boolean;
}

const watchesSql = (t: string): string => `(
  select jsonb_agg(jsonb_build_object('userId', w.user_id, 'watches', w.watches)) from task_watch w where w.task_id = ${t}.id)`;

const TaskSchema = defineEntity({
  name: 'Task',
  tableName: 'task',
  properties: {
    id: p.uuid().primary(),
    projectId: () => p.manyToOne(Project).joinColumn('project_id').mapToPk().deleteRule('cascade'),
    title: p.text(),
    description: p.text(),
    // Searches and the order by title compare this; every change of the task updates it.
    folded: p.text().collation('C').onCreate(foldTask).onUpdate(foldTask),
    status: p.enum(() => TaskStatus).nativeEnumName('task_status'),
    // Null in a home column. It can be outdated: `currentColumnId` is the column that the task is in.
    columnId: p.uuid().strictNullable(),
    currentColumnId: p.string().formula((task) => columnIdSql(String(task))),
    // People's explicit choices to watch the task or not. They are private, so no log contains them. Null if no one has
    // chosen.
    watches: p
      .json<readonly Watch[]>()
      .formula((task) => watchesSql(String(task)))
      .strictNullable(),
    priority: p.enum(() => TaskPriority).nativeEnumName('task_priority'),
    dueDate: p.datetime(3).strictNullable(),
    // The day is valid only while its time equals the due date (see `dueDay`).
    storedDay: p.date().name('due_day').strictNullable(),
    dueDayTime: p.datetime(3).strictNullable(),
    startDate: p.date().strictNullable(),
    // Computed from the status (see `settle`).
    completedAt: p.datetime(3).strictNullable(),
    tags: p.type(TextArrayType).$type<string[]>(),
    rank: p.text().collation('C'),
    version: p.integer(),
    creatorId: () => p.manyToOne(User).joinColumn('creator_id').mapToPk(),
    assigneeId: () => p.manyToOne(User).joinColumn('assignee_id').mapToPk().strictNullable(),
    // A task of the same project that is not deleted, or null (see `taskTree.ts`).
    parentId: () => p.manyToOne(TaskSchema).joinColumn('parent_id').mapToPk().deleteRule('set null').strictNullable(),
    repeat: p.json<Repeat>().strictNullable(),
    // For a task that repeats, or has repeated: its series, and its number in it, starting at 1.
    seriesId: p.uuid().strictNullable(),
    occurrence: p.integer().strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    ...softDeleteColumns,
  },
});

/** The same rule as `DUE_DAY` in SQL. */
const readDueDay = <Day>(day: Day, dayTime: unknown, dueDate: unknown): Day | null =>
  dayTime != null && dayTime === dueDate ? day : null;

/** `rank` orders all tasks of a project, whatever their column; `version` is the revision of the last change. */
export class Task extends TaskSchema.class {
  static readonly log: LogRule<Task> = {
    entity: 'task',
    headline: 'title',
    fields: [
      'title',
      'description',
      'status',
      'columnId',
      'priority',
      'dueDate',
      'startDate',
      'tags',
      'rank',
      'creatorId',
      'assigneeId',
      'parentId',
      'repeat',
      'seriesId',
      'occurrence',
      'deletedAt',
    ],
    copiedWith: null,
    projectId: (it) => it.projectId,
    entityId: (it) => it.id,
    paired: {
      field: 'dueDay',
      with: 'dueDate',
      read: (value) => readDueDay(value('storedDay'), value('dueDayTime'), value('dueDate')),
      column: sql`case when due_day_time = due_date then due_day end`,
    },
    follows: {
      field: 'completedAt',
      settle: (it, at) => {
        it.completedAt = completedSince(it.status, it.completedAt, at);
      },
    },
  };

  /**
   * The day on which the task is due; null if it is due at a time. A stored day is ignored if a version without due
   * days has changed the due date since.
   */
  get dueDay(): string | null {
    return readDueDay(this.storedDay, this.dueDayTime?.getTime(), this.dueDate?.getTime());
  }

  /** The due date must be set first. */
  set dueDay(day: string | null) {
    this.storedDay = day;
    this.dueDayTime = day === null ? null : this.dueDate;
  }

  moveTo(column: ColumnFields): void {
    this.status = column.status;
    this.columnId = storedColumnId(column);
    this.currentColumnId = column.id;
  }
}
TaskSchema.setClass(Task);
export { TaskSchema };
