import type { ReactNode } from 'react';
import { msg, plural, t } from '@lingui/core/macro';
import type { TaskField } from '@contract/tasks';
import { LOCALE } from '../language/language';
import { number } from './format';
import { keyTexts } from './keys';
import { rich } from './rich';
import { TASK_FIELD_NAMES } from './taskFields';

const alternatives = new Intl.ListFormat(LOCALE, { type: 'disjunction' });

/** A field as one thing. */
const conflictName = (field: TaskField): string => (field === 'tags' ? t`tag list` : TASK_FIELD_NAMES[field].name);

/** Texts of lists of tasks, of an open task, and of forms. */
export const tasksTexts = {
  title: t`Tasks`,
  about: t`Manage all your tasks in one place.`,
  noneYet: { title: t`No tasks yet`, text: t`Get started by creating your first task.` },
  noneFound: {
    title: t`No tasks found`,
    text: t`Try adjusting your filters or search term.`,
    clear: t`Clear filters`,
  },
  missing: { title: t`Task not found`, text: t`This task doesn’t exist or you don’t have access.` },
  showing: (count: number, total: number) =>
    t`Showing ${{ count: number(count) }} of ${{ total: number(total) }} tasks`,
  /** Shown in the printout of a list that is not completely loaded. */
  printed: (count: number, total: number) =>
    t`Printed: ${{ count: number(count) }} of ${{ total: number(total) }} tasks`,
  hints: {
    select: (key: ReactNode) => rich(msg`<key/> select`, { key: <>{key}</> }),
    move: (keys: ReactNode) => rich(msg`<keys/> move`, { keys: <>{keys}</> }),
    open: (key: ReactNode) => rich(msg`<key/> open`, { key: <>{key}</> }),
    /** Names of keys on the keyboard. */
    keys: { up: '↑', down: '↓', open: keyTexts.Enter },
  },
  choosing: { start: t`Select`, end: t`Cancel` },
  /** Names of programs, the same in every language. */
  programs: {
    TRELLO: t`Trello`,
    PLANKA: t`Planka`,
    VIKUNJA: t`Vikunja`,
    TODOIST: t`Todoist`,
    JIRA: t`Jira`,
    LINEAR: t`Linear`,
    ASANA: t`Asana`,
    CSV: t`CSV`,
    CAIRN: t`Cairn`,
  },
  fields: {
    title: TASK_FIELD_NAMES.title.label,
    description: TASK_FIELD_NAMES.description.label,
    status: TASK_FIELD_NAMES.status.label,
    priority: TASK_FIELD_NAMES.priority.label,
    dueDate: TASK_FIELD_NAMES.dueDate.label,
    startDate: TASK_FIELD_NAMES.startDate.label,
    tags: TASK_FIELD_NAMES.tags.label,
    assignee: TASK_FIELD_NAMES.assigneeId.label,
    project: t`Project`,
    comments: t`Comments`,
    created: t`Created`,
    origin: t`Imported from`,
  },
  assigned: t`Assigned`,
  /** The button of a task's menu. */
  actionsFor: (title: string) => t`Actions for ${title}`,
  someone: t`Someone`,
  tools: {
    label: t`Tasks`,
    search: t`Search tasks`,
    clearSearch: t`Clear search`,
    view: t`View`,
    list: t`List`,
    grid: t`Grid`,
  },
  filters: {
    allStatus: t`All Status`,
    notDone: t`Not done`,
    column: t`Column`,
    anyColumn: t`Any column`,
    unknownColumn: t`Unknown column`,
    allPriority: t`All Priority`,
    allProjects: t`All projects`,
    anyone: t`Anyone`,
    assignedToMe: t`Assigned to me`,
    unknownProject: t`Unknown project`,
    unknownPerson: t`Unknown person`,
    any: (field: TaskField) => t`Any ${{ field: TASK_FIELD_NAMES[field].name }}`,
    due: t`Due`,
    dues: {
      OVERDUE: t`Overdue`,
      TODAY: t`Due today`,
      WEEK: t`Due later this week`,
      THIS_WEEK: t`Due this week`,
      NEXT_WEEK: t`Due next week`,
      LATER: t`Due next week or later`,
      NONE: t`No due date`,
    },
    between: t`Due between…`,
    range: t`Due between`,
    /** A range of formatted days; '' for an open end. */
    rangeOf: (from: string, to: string) => {
      if (from === '') return t`Due by ${to}`;
      return to === '' ? t`Due from ${from}` : from === to ? t`Due ${from}` : t`Due ${from} – ${to}`;
    },
    anyTag: t`Any tag`,
    done: t`Completed`,
    subtasks: t`Subtasks`,
    withSubtasks: t`With subtasks`,
    withoutSubtasks: t`Without subtasks`,
    blocked: t`Blocked`,
    blockedOrNot: t`Blocked or not`,
    isBlocked: { true: t`Blocked`, false: t`Not blocked` },
    doneAtAnyTime: t`Completed at any time`,
    doneDays: (days: number) => t`Completed in the last ${days} days`,
    /** Several values, of which one must match. */
    or: (values: readonly string[]) => alternatives.format(values),
    add: t`Filter`,
    addLabel: t`Add a filter`,
    addPlaceholder: t`Filter by`,
    none: t`No matches`,
    back: t`All filters`,
    clearAll: t`Clear all filters`,
    people: t`Assigned to`,
    more: (count: number) => `+${number(count)}`,
  },
  /** The order and the groups of a list. */
  display: t`Display`,
  order: {
    label: t`Order`,
    byBoard: t`Board order`,
    options: {
      CREATED_DESC: t`Newest first`,
      CREATED_ASC: t`Oldest first`,
      UPDATED_DESC: t`Recently updated`,
      DUE_ASC: t`Due date`,
      DUE_DESC: t`Due date, latest first`,
      PRIORITY_DESC: t`Priority`,
      PRIORITY_ASC: t`Priority, lowest first`,
      TITLE_ASC: t`Title`,
      TITLE_DESC: t`Title, Z to A`,
      COMPLETED_DESC: t`Recently completed`,
    },
  },
  group: {
    label: t`Group`,
    none: t`No grouping`,
    by: {
      status: t`By status`,
      column: t`By column`,
      project: t`By project`,
      assignee: t`By assignee`,
      due: t`By due date`,
    },
    due: {
      OVERDUE: t`Overdue`,
      TODAY: t`Today`,
      WEEK: t`This week`,
      LATER: t`Later`,
      NONE: t`No date`,
      EARLIER: t`Done earlier`,
    },
    noAssignee: t`No assignee`,
    fetchFailed: t`Failed to fetch tasks`,
    /** A new task with a status, a project, a person or a day. */
    newTask: {
      status: (name: string) => t`New task in ${name}`,
      column: (name: string) => t`New task in ${name}`,
      project: (name: string) => t`New task in ${name}`,
      assignee: (name: string) => t`New task for ${name}`,
      due: (name: string) => t`New task, ${name}`,
    },
  },
  create: {
    title: t`Create New Task`,
    submit: t`Create Task`,
    done: t`Task created successfully`,
    failed: t`Failed to create task`,
    noProjects: t`Every task belongs to a project.`,
    newProject: t`Create a project`,
    chooseProject: t`Choose a project`,
    loadingProjects: t`Loading projects`,
    tagsHint: t`Separate tags with commas`,
  },
  panel: {
    previous: t`Previous task`,
    next: t`Next task`,
    /** A button's name with the key that presses it. */
    byKey: (name: string, key: string) => `${name} (${key})`,
    copyLink: t`Copy link`,
    copied: t`Link copied`,
    copyFailed: t`Couldn’t copy the link`,
    gone: t`This task doesn’t exist or you don’t have access.`,
    createdBy: (name: string, moment: string) => t`Created by ${name} on ${moment}`,
    noDescription: t`No description`,
    addDescription: t`Add a description`,
    noDueDate: t`No due date`,
    dateAndTime: t`Date and time`,
    /** Follows the error of typed text. */
    dueDateKept: (fault: string) => t`${fault}. Due date unchanged.`,
    clearDueDate: t`Clear due date`,
    noStartDate: t`No start date`,
    clearStartDate: t`Clear start date`,
    searchMembers: t`Search members`,
    noTags: t`No tags`,
    addTag: t`Add tag`,
    tagsAtMost: (max: number) => t`Up to ${max} tags`,
    removeTag: (tag: string) => t`Remove ${tag}`,
    newTag: (tag: string) => t`New tag “${tag}”`,
    tagsOfProject: t`Project tags`,
  },
  edit: {
    saving: t`Saving`,
    save: t`Save`,
    discard: t`Discard`,
    discarded: t`Changes discarded`,
    undo: t`Undo`,
    notSaved: t`Not saved`,
    lineHint: t`Enter to save, Esc to cancel`,
    textHint: t`Markdown supported. Ctrl+Enter to save, Esc to cancel`,
  },
  /** Shown if another person has changed the same field meanwhile. */
  conflict: {
    notSaved: t`not saved`,
    keepBoth: t`Keep both`,
    label: (field: TaskField) => t`Conflict: ${{ field: conflictName(field) }}`,
    changedBy: (field: TaskField, name: string) =>
      t`${name} changed this ${{ field: conflictName(field) }} while you were editing`,
  },
  pick: {
    fetchMembersFailed: t`Failed to fetch members`,
    someOfThem: t`mixed`,
    status: { placeholder: t`Set status`, empty: t`No matches` },
    priority: { placeholder: t`Set priority`, empty: t`No matches` },
    assignee: { placeholder: t`Assign to`, empty: t`No matches` },
    project: { placeholder: t`Find a project`, empty: t`No matches` },
    tags: {
      placeholder: t`Add or remove tags`,
      empty: t`No matches`,
      emptyAndNone: t`Type to add a tag`,
      add: (tag: string) => t`Add tag: ${tag}`,
    },
  },
  select: {
    task: (title: string) => t`Select ${title}`,
    all: t`Select all`,
    count: (count: number) => t`${{ count: number(count) }} selected`,
    allMatching: (count: number) => t`Select all ${{ count: number(count) }}`,
    assign: t`Assign`,
    delete: t`Delete`,
    clear: t`Clear selection`,
  },
  /** Stops a change of many tasks. */
  stop: t`Stop`,
  stopFailed: t`Couldn’t stop`,
  /** Why some of several tasks could not be changed or deleted. */
  goneReason: t`Some tasks no longer exist or you lost access.`,
  /** Messages about a change of one or more tasks, and about partial failures. */
  update: {
    done: (count: number) => plural(count, { one: 'Task updated successfully', other: '# tasks updated' }),
    failed: (count: number) => plural(count, { one: 'Failed to update task', other: 'Failed to update tasks' }),
    failedAll: (reason: string) => t`Failed to update tasks. ${reason}`,
    failedSome: (done: number, total: number, reason: string) =>
      t`${{ done: number(done) }} of ${{ total: number(total) }} tasks updated. ${reason}`,
    progress: (done: number, total: number) =>
      t`${{ done: number(done) }} of ${{ total: number(total) }} tasks updated`,
    stopped: (done: number, total: number) =>
      t`Stopped. ${{ done: number(done) }} of ${{ total: number(total) }} tasks updated.`,
  },
  watch: {
    label: t`Watchers`,
    watching: t`Watching`,
    notWatching: t`Not watching`,
    watchHint: t`Get notified of comments and status changes`,
    unwatchHint: t`Only get notified of mentions and assignments`,
    more: (count: number) => `+${number(count)}`,
    failed: t`Couldn’t change your notifications for this task`,
  },
  duplicate: {
    label: t`Duplicate task`,
    done: (title: string) => t`Duplicated “${title}”`,
    failed: t`Failed to duplicate task`,
    offline: t`Duplicating a task needs a connection`,
  },
  delete: {
    done: (count: number) => plural(count, { one: 'Task deleted successfully', other: '# tasks deleted' }),
    failed: (count: number) => plural(count, { one: 'Failed to delete task', other: 'Failed to delete tasks' }),
    failedAll: (reason: string) => t`Failed to delete tasks. ${reason}`,
    failedSome: (done: number, total: number, reason: string) =>
      t`${{ done: number(done) }} of ${{ total: number(total) }} tasks deleted. ${reason}`,
    progress: (done: number, total: number) =>
      t`${{ done: number(done) }} of ${{ total: number(total) }} tasks deleted`,
    stopped: (done: number, total: number) =>
      t`Stopped. ${{ done: number(done) }} of ${{ total: number(total) }} tasks deleted.`,
    label: t`Delete task`,
    title: (count: number) => t`Delete ${{ count: number(count) }} tasks?`,
    confirm: (count: number) => t`Delete ${{ count: number(count) }} tasks`,
    text: (count: number) =>
      t`${{ count: number(count) }} tasks will be deleted for everyone. You can restore them from the trash for 30 days.`,
  },
};
