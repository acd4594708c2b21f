import type { ReactNode } from 'react';
import type { TaskField } from '@contract/tasks';
import { LOCALE, number, plural } from './format';
import { TASK_FIELD_NAMES } from './taskFields';

const alternatives = new Intl.ListFormat(LOCALE, { type: 'disjunction' });

/** A field as one thing. */
const conflictName = (field: TaskField): string => (field === 'tags' ? 'tag list' : TASK_FIELD_NAMES[field].name);

/** One task or several are changed or deleted, with what is said when not all of them could be. */
const ofTasks = (verb: string, past: string) => ({
  done: (count: number) => plural(count, { one: `Task ${past} successfully`, other: `${number(count)} tasks ${past}` }),
  failed: (count: number) => plural(count, { one: `Failed to ${verb} task`, other: `Failed to ${verb} tasks` }),
  failedAll: (reason: string) => `Failed to ${verb} tasks. ${reason}`,
  failedSome: (done: number, total: number, reason: string) =>
    `${number(done)} of ${number(total)} tasks ${past}. ${reason}`,
  progress: (done: number, total: number) => `${number(done)} of ${number(total)} tasks ${past}`,
  stopped: (done: number, total: number) => `Stopped. ${number(done)} of ${number(total)} tasks ${past}.`,
});

/** What lists of tasks, an opened task and the forms for them say. */
export const tasksTexts = {
  title: 'Tasks',
  about: 'Manage all your tasks in one place.',
  noneYet: { title: 'No tasks yet', text: 'Get started by creating your first task.' },
  noneFound: {
    title: 'No tasks found',
    text: 'Try adjusting your filters or search term.',
    clear: 'Clear filters',
  },
  missing: { title: 'Task not found', text: 'This task doesn’t exist or you don’t have access.' },
  showing: (count: number, total: number) => `Showing ${number(count)} of ${number(total)} tasks`,
  /** Where a list is printed before all of it is loaded. */
  printed: (count: number, total: number) => `Printed: ${number(count)} of ${number(total)} tasks`,
  hints: {
    select: (key: ReactNode) => <>{key} select</>,
    move: (keys: ReactNode) => <>{keys} move</>,
    open: (key: ReactNode) => <>{key} open</>,
    /** The keys, as they are named on the keyboard. */
    keys: { up: '↑', down: '↓', open: 'Enter' },
  },
  choosing: { start: 'Select', end: 'Cancel' },
  fields: {
    title: TASK_FIELD_NAMES.title.label,
    description: TASK_FIELD_NAMES.description.label,
    status: TASK_FIELD_NAMES.status.label,
    priority: TASK_FIELD_NAMES.priority.label,
    dueDate: TASK_FIELD_NAMES.dueDate.label,
    tags: TASK_FIELD_NAMES.tags.label,
    assignee: TASK_FIELD_NAMES.assigneeId.label,
    project: 'Project',
    comments: 'Comments',
    created: 'Created',
  },
  assigned: 'Assigned',
  /** The button of a task's menu. */
  actionsFor: (title: string) => `Actions for ${title}`,
  somebody: 'Someone',
  tools: {
    label: 'Tasks',
    search: 'Search tasks',
    clearSearch: 'Clear search',
    view: 'View',
    list: 'List',
    grid: 'Grid',
  },
  filters: {
    allStatus: 'All Status',
    notDone: 'Not done',
    allPriority: 'All Priority',
    allProjects: 'All projects',
    anyone: 'Anyone',
    assignedToMe: 'Assigned to me',
    unknownProject: 'Unknown project',
    unknownPerson: 'Unknown person',
    any: (field: TaskField) => `Any ${TASK_FIELD_NAMES[field].name}`,
    due: 'Due',
    dues: {
      OVERDUE: 'Overdue',
      TODAY: 'Due today',
      WEEK: 'Due later this week',
      THIS_WEEK: 'Due this week',
      NEXT_WEEK: 'Due next week',
      LATER: 'Due next week or later',
      NONE: 'No due date',
    },
    between: 'Due between…',
    range: 'Due between',
    /** Days, as they are written; '' for an open end. */
    rangeOf: (from: string, to: string) => {
      if (from === '') return `Due by ${to}`;
      return to === '' ? `Due from ${from}` : from === to ? `Due ${from}` : `Due ${from} – ${to}`;
    },
    anyTag: 'Any tag',
    done: 'Completed',
    doneAtAnyTime: 'Completed at any time',
    doneDays: (days: number) => `Completed in the last ${days} days`,
    /** Several values, of which one has to fit. */
    or: (values: readonly string[]) => alternatives.format(values),
    add: 'Filter',
    addLabel: 'Add a filter',
    addPlaceholder: 'Filter by',
    none: 'No matches',
    back: 'All filters',
    clearAll: 'Clear all filters',
    people: 'Assigned to',
    more: (count: number) => `+${number(count)}`,
  },
  /** The order and the groups of a list. */
  display: 'Display',
  order: {
    label: 'Order',
    byBoard: 'Board order',
    options: {
      CREATED_DESC: 'Newest first',
      CREATED_ASC: 'Oldest first',
      UPDATED_DESC: 'Recently updated',
      DUE_ASC: 'Due date',
      DUE_DESC: 'Due date, latest first',
      PRIORITY_DESC: 'Priority',
      PRIORITY_ASC: 'Priority, lowest first',
      TITLE_ASC: 'Title',
      TITLE_DESC: 'Title, Z to A',
      COMPLETED_DESC: 'Recently completed',
    },
  },
  group: {
    label: 'Group',
    none: 'No grouping',
    by: { status: 'By status', project: 'By project', assignee: 'By assignee', due: 'By due date' },
    due: {
      OVERDUE: 'Overdue',
      TODAY: 'Today',
      WEEK: 'This week',
      LATER: 'Later',
      NONE: 'No date',
      EARLIER: 'Done earlier',
    },
    noAssignee: 'No assignee',
    fetchFailed: 'Failed to fetch tasks',
    /** Of a status, a project, a person or a day. */
    newTask: {
      status: (name: string) => `New task in ${name}`,
      project: (name: string) => `New task in ${name}`,
      assignee: (name: string) => `New task for ${name}`,
      due: (name: string) => `New task, ${name}`,
    },
  },
  create: {
    title: 'Create New Task',
    submit: 'Create Task',
    done: 'Task created successfully',
    failed: 'Failed to create task',
    noProjects: {
      title: 'No projects',
      text: 'Every task belongs to a project. Get started by creating your first project.',
    },
    chooseProject: 'Choose a project',
    loadingProjects: 'Loading projects',
    tagsHint: 'Separate tags with commas',
  },
  panel: {
    previous: 'Previous task',
    next: 'Next task',
    /** How a button is pressed without a pointer. */
    byKey: (name: string, key: string) => `${name} (${key})`,
    copyLink: 'Copy link',
    copied: 'Link copied',
    copyFailed: 'Couldn’t copy the link',
    gone: 'This task doesn’t exist or you don’t have access.',
    createdBy: (name: string, moment: string) => `Created by ${name} on ${moment}`,
    noDescription: 'No description',
    addDescription: 'Add a description',
    noDueDate: 'No due date',
    dateAndTime: 'Date and time',
    /** After what is wrong with what was typed. */
    dueDateKept: (fault: string) => `${fault}. Due date unchanged.`,
    clearDueDate: 'Clear due date',
    searchMembers: 'Search members',
    noTags: 'No tags',
    addTag: 'Add tag',
    tagsAtMost: (max: number) => `Up to ${max} tags`,
    removeTag: (tag: string) => `Remove ${tag}`,
    newTag: (tag: string) => `New tag “${tag}”`,
    tagsOfProject: 'Project tags',
  },
  edit: {
    saving: 'Saving',
    save: 'Save',
    discard: 'Discard',
    discarded: 'Changes discarded',
    undo: 'Undo',
    notSaved: 'Not saved',
    lineHint: 'Enter to save, Esc to cancel',
    textHint: 'Markdown supported. Ctrl+Enter to save, Esc to cancel',
  },
  /** Somebody else has changed the same field meanwhile. */
  conflict: {
    notSaved: 'not saved',
    keepBoth: 'Keep both',
    label: (field: TaskField) => `Conflict: ${conflictName(field)}`,
    changedBy: (field: TaskField, name: string) => `${name} changed this ${conflictName(field)} while you were editing`,
  },
  pick: {
    fetchMembersFailed: 'Failed to fetch members',
    someOfThem: 'mixed',
    status: { placeholder: 'Set status', empty: 'No matches' },
    priority: { placeholder: 'Set priority', empty: 'No matches' },
    assignee: { placeholder: 'Assign to', empty: 'No matches' },
    project: { placeholder: 'Find a project', empty: 'No matches' },
    tags: {
      placeholder: 'Add or remove tags',
      empty: 'No matches',
      emptyAndNone: 'Type to add a tag',
      add: (tag: string) => `Add tag: ${tag}`,
    },
  },
  select: {
    task: (title: string) => `Select ${title}`,
    all: 'Select all',
    count: (count: number) => `${number(count)} selected`,
    allMatching: (count: number) => `Select all ${number(count)}`,
    assign: 'Assign',
    delete: 'Delete',
    clear: 'Clear selection',
  },
  /** Ends a change of many tasks before all are changed. */
  stop: 'Stop',
  stopFailed: 'Couldn’t stop',
  /** Why some of several tasks could be neither changed nor deleted. */
  goneReason: 'Some tasks no longer exist or you lost access.',
  update: ofTasks('update', 'updated'),
  delete: {
    ...ofTasks('delete', 'deleted'),
    label: 'Delete task',
    title: (count: number) => `Delete ${number(count)} tasks?`,
    confirm: (count: number) => `Delete ${number(count)} tasks`,
    text: (count: number) =>
      `${number(count)} tasks will be deleted for everyone. You can restore them from the trash for 30 days.`,
  },
};
