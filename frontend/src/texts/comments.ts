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
  activityFetchFailed: 'Failed to fetch activity',
  /** Whose acts are shown. */
  person: 'Person',
  everybody: 'Everyone',
  formerMember: 'Former member',
  noActivity: 'No activity yet',
  noneYet: 'No comments yet',
  /** At the beginning of what is shown: there is more. */
  showEarlier: 'Show earlier',
  commentOf: (name: string) => `Comment by ${name}`,
  edited: 'edited',
  editedAt: (moment: string) => `Edited ${moment}`,
  add: {
    label: 'Comment',
    placeholder: 'Write a comment',
    keys: 'Markdown supported. @ to mention, Ctrl+Enter to send',
    submit: 'Comment',
    failed: 'Failed to add comment',
  },
  edit: {
    label: 'Edit comment',
    save: 'Save',
    failed: 'Failed to update comment',
    conflict: 'Conflict: comment',
    changed: 'This comment was changed while you were editing',
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
  somebody: 'Someone',
  /** To whom it was done. */
  toSomebody: 'someone',
  goneTask: 'Deleted task',
  noTags: 'none',
  /** After what was done to take something back. */
  undoing: ', undoing an earlier change',
  /** What somebody did to a task. Its title stands beside the sentence. */
  ofTask: {
    created: (who: Strong): Sentence => [who, ' created the task'],
    deleted: (who: Strong): Sentence => [who, ' deleted the task'],
    purged: (who: Strong): Sentence => [who, ' permanently deleted the task'],
    restored: (who: Strong): Sentence => [who, ' restored the task'],
    changed: (who: Strong): Sentence => [who, ' changed the task'],
    moved: (who: Strong, from: Strong, to: Strong): Sentence => [who, ' moved it from ', from, ' to ', to],
    cameFrom: (who: Strong, from: Strong | null): Sentence =>
      from ? [who, ' moved it here from ', from] : [who, ' moved it here from another project'],
    wentTo: (who: Strong, to: Strong | null): Sentence =>
      to ? [who, ' moved it to ', to] : [who, ' moved it to another project'],
    /** Any field without a sentence of its own. */
    fieldChanged: (who: Strong, field: string, from: Strong, to: Strong): Sentence => [
      who,
      ` changed the ${field} from `,
      from,
      ' to ',
      to,
    ],
    fieldSet: (who: Strong, field: string, to: Strong): Sentence => [who, ` set the ${field} to `, to],
    fieldRemoved: (who: Strong, field: string, from: Strong): Sentence => [who, ` removed the ${field} `, from],
    renamed: (who: Strong, from: Strong, to: Strong): Sentence => [who, ' renamed it from ', from, ' to ', to],
    description: (who: Strong): Sentence => [who, ' changed the description'],
    assigned: (who: Strong, to: Strong): Sentence => [who, ' assigned ', to],
    reassigned: (who: Strong, from: Strong, to: Strong): Sentence => [who, ' assigned ', to, ' instead of ', from],
    unassigned: (who: Strong, from: Strong): Sentence => [who, ' unassigned ', from],
  },
  /** What somebody did to an item of a checklist, where it is known by what it says. */
  ofItem: {
    created: (who: Strong, item: Strong | null): Sentence =>
      item ? [who, ' added ', item, ' to the checklist'] : [who, ' added a checklist item'],
    ticked: (who: Strong, item: Strong | null): Sentence =>
      item ? [who, ' checked off ', item] : [who, ' checked off a checklist item'],
    unticked: (who: Strong, item: Strong | null): Sentence =>
      item ? [who, ' unchecked ', item] : [who, ' unchecked a checklist item'],
    renamed: (who: Strong, from: Strong, to: Strong): Sentence => [who, ' changed ', from, ' in the checklist to ', to],
    changed: (who: Strong): Sentence => [who, ' changed the checklist'],
    deleted: (who: Strong, item: Strong | null): Sentence =>
      item ? [who, ' removed ', item, ' from the checklist'] : [who, ' removed a checklist item'],
    restored: (who: Strong, item: Strong | null): Sentence =>
      item ? [who, ' restored ', item, ' to the checklist'] : [who, ' restored a checklist item'],
  },
  ofComment: {
    CREATED: (who: Strong): Sentence => [who, ' commented'],
    UPDATED: (who: Strong): Sentence => [who, ' edited a comment'],
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
    description: (who: Strong): Sentence => [who, ' changed the project’s description'],
    color: (who: Strong): Sentence => [who, ' changed the project’s color'],
    archived: (who: Strong): Sentence => [who, ' archived the project'],
    unarchived: (who: Strong): Sentence => [who, ' unarchived the project'],
    changed: (who: Strong): Sentence => [who, ' changed the project'],
  },
};
