import { number, plural } from './format';

/** Something within a sentence that stands out: who, what, from where, to where. */
export interface Strong {
  strong: string;
}

/** A sentence in the order of its language: words, and what stands out among them. */
export type Sentence = readonly (string | Strong)[];

/** What comments say, and what somebody did to a task or in a project. */
export const commentsTexts = {
  activity: 'Activity',
  all: 'All',
  comments: 'Comments',
  history: 'History',
  /** What the list of each view is called. */
  lists: { all: 'Comments and history', comments: 'Comments', history: 'History' },
  fetchFailed: 'Failed to fetch comments',
  historyFetchFailed: 'Failed to fetch history',
  activityFetchFailed: 'Failed to fetch the activity',
  /** Whose acts are shown. */
  person: 'Person',
  everybody: 'Everybody',
  formerMember: 'Former member',
  noActivity: 'Nothing was done here',
  noneYet: 'No comments yet',
  /** At the beginning of what is shown: there is more. */
  showEarlier: 'Show earlier',
  commentOf: (name: string) => `Comment of ${name}`,
  edited: 'edited',
  editedAt: (moment: string) => `Edited ${moment}`,
  add: {
    label: 'Comment',
    placeholder: 'Write a comment',
    keys: 'Markdown; @ mentions a member, Ctrl Enter sends',
    submit: 'Comment',
    failed: 'Failed to add comment',
  },
  edit: {
    label: 'Edit comment',
    save: 'Save',
    failed: 'Failed to update comment',
    conflict: 'Conflict: comment',
    changed: 'This comment was changed elsewhere while you were writing',
  },
  delete: {
    label: 'Delete comment',
    done: 'Comment deleted',
    failed: 'Failed to delete comment',
  },
  mention: {
    list: 'People to mention',
    count: (count: number) =>
      plural(count, { one: `${number(count)} person to mention`, other: `${number(count)} people to mention` }),
  },
  /** Who did something, where their name is not known. */
  somebody: 'Somebody',
  /** To whom it was done. */
  toSomebody: 'somebody',
  goneTask: 'A task that is gone',
  noTags: 'none',
  /** After what was done to take something back. */
  undoing: ', undoing an earlier change',
  /** What somebody did to a task. Its title stands beside the sentence. */
  ofTask: {
    created: (who: Strong): Sentence => [who, ' created the task'],
    deleted: (who: Strong): Sentence => [who, ' deleted the task'],
    purged: (who: Strong): Sentence => [who, ' deleted the task for good'],
    restored: (who: Strong): Sentence => [who, ' restored the task'],
    changed: (who: Strong): Sentence => [who, ' changed the task'],
    moved: (who: Strong, from: Strong, to: Strong): Sentence => [who, ' moved it from ', from, ' to ', to],
    cameFrom: (who: Strong, from: Strong | null): Sentence =>
      from ? [who, ' moved it here from ', from] : [who, ' moved it here from another project'],
    wentTo: (who: Strong, to: Strong | null): Sentence =>
      to ? [who, ' moved it to ', to] : [who, ' moved it to another project'],
    priority: (who: Strong, from: Strong, to: Strong): Sentence => [
      who,
      ' changed the priority from ',
      from,
      ' to ',
      to,
    ],
    renamed: (who: Strong, from: Strong, to: Strong): Sentence => [who, ' renamed it from ', from, ' to ', to],
    description: (who: Strong): Sentence => [who, ' changed the description'],
    dueDateSet: (who: Strong, to: Strong): Sentence => [who, ' set the due date to ', to],
    dueDateRemoved: (who: Strong, from: Strong): Sentence => [who, ' removed the due date ', from],
    dueDate: (who: Strong, from: Strong, to: Strong): Sentence => [
      who,
      ' changed the due date from ',
      from,
      ' to ',
      to,
    ],
    tags: (who: Strong, from: Strong, to: Strong): Sentence => [who, ' changed the tags from ', from, ' to ', to],
    assigned: (who: Strong, to: Strong): Sentence => [who, ' assigned ', to],
    reassigned: (who: Strong, from: Strong, to: Strong): Sentence => [who, ' assigned ', to, ' instead of ', from],
    unassigned: (who: Strong, from: Strong): Sentence => [who, ' unassigned ', from],
  },
  /** What somebody did to an item of a checklist, where it is known by what it says. */
  ofItem: {
    created: (who: Strong, item: Strong | null): Sentence =>
      item ? [who, ' added ', item, ' to the checklist'] : [who, ' added an item to the checklist'],
    ticked: (who: Strong, item: Strong | null): Sentence =>
      item ? [who, ' ticked ', item] : [who, ' ticked an item of the checklist'],
    unticked: (who: Strong, item: Strong | null): Sentence =>
      item ? [who, ' unticked ', item] : [who, ' unticked an item of the checklist'],
    renamed: (who: Strong, from: Strong, to: Strong): Sentence => [who, ' changed ', from, ' in the checklist to ', to],
    changed: (who: Strong): Sentence => [who, ' changed the checklist'],
    deleted: (who: Strong, item: Strong | null): Sentence =>
      item ? [who, ' took ', item, ' off the checklist'] : [who, ' took an item off the checklist'],
    restored: (who: Strong, item: Strong | null): Sentence =>
      item ? [who, ' put ', item, ' back on the checklist'] : [who, ' put an item back on the checklist'],
  },
  ofComment: {
    CREATED: (who: Strong): Sentence => [who, ' commented'],
    UPDATED: (who: Strong): Sentence => [who, ' changed a comment'],
    DELETED: (who: Strong): Sentence => [who, ' deleted a comment'],
    RESTORED: (who: Strong): Sentence => [who, ' restored a comment'],
  },
  ofMember: {
    joined: (who: Strong): Sentence => [who, ' joined the project'],
    left: (who: Strong): Sentence => [who, ' left the project'],
    added: (who: Strong, whom: Strong): Sentence => [who, ' added ', whom],
    removed: (who: Strong, whom: Strong): Sentence => [who, ' removed ', whom],
    made: {
      OWNER: (who: Strong, whom: Strong): Sentence => [who, ' made ', whom, ' an owner'],
      MEMBER: (who: Strong, whom: Strong): Sentence => [who, ' made ', whom, ' a member'],
    },
    role: (who: Strong, whom: Strong): Sentence => [who, ' changed the role of ', whom],
  },
  ofProject: {
    CREATED: (who: Strong): Sentence => [who, ' created the project'],
    DELETED: (who: Strong): Sentence => [who, ' deleted the project'],
    RESTORED: (who: Strong): Sentence => [who, ' restored the project'],
    renamed: (who: Strong, from: Strong, to: Strong): Sentence => [who, ' renamed the project from ', from, ' to ', to],
    description: (who: Strong): Sentence => [who, ' changed the description of the project'],
    color: (who: Strong): Sentence => [who, ' changed the color of the project'],
    archived: (who: Strong): Sentence => [who, ' archived the project'],
    unarchived: (who: Strong): Sentence => [who, ' took the project back from the archive'],
    changed: (who: Strong): Sentence => [who, ' changed the project'],
  },
};
