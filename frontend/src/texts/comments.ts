import { plural, t } from '@lingui/core/macro';
import { sentence, type Sentence, type Strong } from './sentence';

/** Comments, and the sentences in the history of a task or a project. */
export const commentsTexts = {
  activity: t`Activity`,
  all: t`All`,
  comments: t`Comments`,
  history: t`History`,
  /** The labels of the lists. */
  lists: { all: t`Comments and history`, comments: t`Comments`, history: t`History` },
  fetchFailed: t`Failed to fetch comments`,
  historyFetchFailed: t`Failed to fetch history`,
  activityFetchFailed: t`Failed to fetch activity`,
  /** The person filter. */
  person: t`Person`,
  everyone: t`Everyone`,
  formerMember: t`Former member`,
  noActivity: t`No activity yet`,
  noneYet: t`No comments yet`,
  /** At the start of the list, if there are earlier entries. */
  showEarlier: t`Show earlier`,
  commentOf: (name: string) => t`Comment by ${name}`,
  importedFrom: (name: string, day: string) => t`imported, by ${name} on ${day}`,
  copiedFrom: (name: string, day: string) => t`copied, by ${name} on ${day}`,
  edited: t`edited`,
  editedAt: (moment: string) => t`Edited ${moment}`,
  add: {
    label: t`Comment`,
    placeholder: t`Write a comment`,
    keys: t`Markdown supported. @ to mention, Ctrl+Enter to send`,
    submit: t({ message: 'Comment', context: 'verb' }),
    failed: t`Failed to add comment`,
  },
  edit: {
    label: t`Edit comment`,
    save: t`Save`,
    failed: t`Failed to update comment`,
    conflict: t`Conflict: comment`,
    changed: t`This comment was changed while you were editing`,
  },
  delete: {
    label: t`Delete comment`,
    done: t`Comment deleted`,
    failed: t`Failed to delete comment`,
  },
  mention: {
    list: t`People to mention`,
    count: (count: number) => plural(count, { one: '# person to mention', other: '# people to mention' }),
  },
  /** A person whose name is unknown. */
  someone: t`Someone`,
  /** The person whom the change affects, if the name is unknown. */
  toSomebody: t`someone`,
  goneTask: t`Deleted task`,
  noTags: t`none`,
  /** After a change that undid another one. */
  undoing: t`, undoing an earlier change`,
  undone: t` (undone)`,
  /** Sentences about changes of a task, whose title is next to them. */
  ofTask: {
    created: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} created the task`),
    deleted: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} deleted the task`),
    purged: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} permanently deleted the task`),
    restored: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} restored the task`),
    changed: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} changed the task`),
    moved: (who: Strong, from: Strong, to: Strong): Sentence =>
      sentence({ who, from, to }, ({ who, from, to }) => t`${who} moved it from ${from} to ${to}`),
    cameFrom: (who: Strong, from: Strong | null): Sentence =>
      from
        ? sentence({ who, from }, ({ who, from }) => t`${who} moved it here from ${from}`)
        : sentence({ who }, ({ who }) => t`${who} moved it here from another project`),
    wentTo: (who: Strong, to: Strong | null): Sentence =>
      to
        ? sentence({ who, to }, ({ who, to }) => t`${who} moved it to ${to}`)
        : sentence({ who }, ({ who }) => t`${who} moved it to another project`),
    /** Any field without its own sentence. */
    fieldChanged: (who: Strong, field: string, from: Strong, to: Strong): Sentence =>
      sentence({ who, from, to }, ({ who, from, to }) => t`${who} changed the ${field} from ${from} to ${to}`),
    fieldSet: (who: Strong, field: string, to: Strong): Sentence =>
      sentence({ who, to }, ({ who, to }) => t`${who} set the ${field} to ${to}`),
    fieldRemoved: (who: Strong, field: string, from: Strong): Sentence =>
      sentence({ who, from }, ({ who, from }) => t`${who} removed the ${field} ${from}`),
    renamed: (who: Strong, from: Strong, to: Strong): Sentence =>
      sentence({ who, from, to }, ({ who, from, to }) => t`${who} renamed it from ${from} to ${to}`),
    description: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} changed the description`),
    parentSet: (who: Strong, parent: Strong | null): Sentence =>
      parent
        ? sentence({ who, parent }, ({ who, parent }) => t`${who} made it a subtask of ${parent}`)
        : sentence({ who }, ({ who }) => t`${who} made it a subtask of another task`),
    parentRemoved: (who: Strong, parent: Strong | null): Sentence =>
      parent
        ? sentence({ who, parent }, ({ who, parent }) => t`${who} removed it from the subtasks of ${parent}`)
        : sentence({ who }, ({ who }) => t`${who} removed it from the subtasks of another task`),
    assigned: (who: Strong, to: Strong): Sentence => sentence({ who, to }, ({ who, to }) => t`${who} assigned ${to}`),
    reassigned: (who: Strong, from: Strong, to: Strong): Sentence =>
      sentence({ who, to, from }, ({ who, to, from }) => t`${who} assigned ${to} instead of ${from}`),
    repeats: (who: Strong, words: Strong): Sentence =>
      sentence({ who, words }, ({ who, words }) => t`${who} made it repeat: ${words}`),
    repeatEnded: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} stopped it from repeating`),
    unassigned: (who: Strong, from: Strong): Sentence =>
      sentence({ who, from }, ({ who, from }) => t`${who} unassigned ${from}`),
  },
  /** Sentences about relations between tasks. */
  ofRelation: {
    added: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} added a relation`),
    removed: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} removed a relation`),
    made: {
      BLOCKS_DIRECT: (who: Strong, other: Strong): Sentence =>
        sentence({ who, other }, ({ who, other }) => t`${who} marked it as blocking ${other}`),
      BLOCKS_INVERSE: (who: Strong, other: Strong): Sentence =>
        sentence({ who, other }, ({ who, other }) => t`${who} marked it as blocked by ${other}`),
      RELATES: (who: Strong, other: Strong): Sentence =>
        sentence({ who, other }, ({ who, other }) => t`${who} related it to ${other}`),
      DUPLICATES_DIRECT: (who: Strong, other: Strong): Sentence =>
        sentence({ who, other }, ({ who, other }) => t`${who} marked it as a duplicate of ${other}`),
      DUPLICATES_INVERSE: (who: Strong, other: Strong): Sentence =>
        sentence({ who, other }, ({ who, other }) => t`${who} marked ${other} as its duplicate`),
    },
    gone: {
      BLOCKS_DIRECT: (who: Strong, other: Strong): Sentence =>
        sentence({ who, other }, ({ who, other }) => t`${who} unmarked it as blocking ${other}`),
      BLOCKS_INVERSE: (who: Strong, other: Strong): Sentence =>
        sentence({ who, other }, ({ who, other }) => t`${who} unmarked it as blocked by ${other}`),
      RELATES: (who: Strong, other: Strong): Sentence =>
        sentence({ who, other }, ({ who, other }) => t`${who} removed the relation to ${other}`),
      DUPLICATES_DIRECT: (who: Strong, other: Strong): Sentence =>
        sentence({ who, other }, ({ who, other }) => t`${who} unmarked it as a duplicate of ${other}`),
      DUPLICATES_INVERSE: (who: Strong, other: Strong): Sentence =>
        sentence({ who, other }, ({ who, other }) => t`${who} unmarked ${other} as its duplicate`),
    },
  },
  /** One action that changed several tasks. */
  ofTasks: {
    created: (who: Strong, count: number): Sentence =>
      sentence({ who }, ({ who }) => plural(count, { one: `${who} created # task`, other: `${who} created # tasks` })),
    deleted: (who: Strong, count: number): Sentence =>
      sentence({ who }, ({ who }) => plural(count, { one: `${who} deleted # task`, other: `${who} deleted # tasks` })),
    restored: (who: Strong, count: number): Sentence =>
      sentence({ who }, ({ who }) =>
        plural(count, { one: `${who} restored # task`, other: `${who} restored # tasks` }),
      ),
    changed: (who: Strong, count: number): Sentence =>
      sentence({ who }, ({ who }) => plural(count, { one: `${who} changed # task`, other: `${who} changed # tasks` })),
    moved: (who: Strong, count: number, to: Strong): Sentence =>
      sentence({ who, to }, ({ who, to }) =>
        plural(count, { one: `${who} moved # task to ${to}`, other: `${who} moved # tasks to ${to}` }),
      ),
    cameFrom: (who: Strong, count: number, from: Strong | null): Sentence =>
      from
        ? sentence({ who, from }, ({ who, from }) =>
            plural(count, {
              one: `${who} moved # task here from ${from}`,
              other: `${who} moved # tasks here from ${from}`,
            }),
          )
        : sentence({ who }, ({ who }) =>
            plural(count, {
              one: `${who} moved # task here from another project`,
              other: `${who} moved # tasks here from another project`,
            }),
          ),
    wentTo: (who: Strong, count: number, to: Strong | null): Sentence =>
      to
        ? sentence({ who, to }, ({ who, to }) =>
            plural(count, { one: `${who} moved # task to ${to}`, other: `${who} moved # tasks to ${to}` }),
          )
        : sentence({ who }, ({ who }) =>
            plural(count, {
              one: `${who} moved # task to another project`,
              other: `${who} moved # tasks to another project`,
            }),
          ),
    fieldChanged: (who: Strong, field: string, count: number): Sentence =>
      sentence({ who }, ({ who }) =>
        plural(count, {
          one: `${who} changed the ${field} of # task`,
          other: `${who} changed the ${field} of # tasks`,
        }),
      ),
    fieldSet: (who: Strong, field: string, count: number, to: Strong): Sentence =>
      sentence({ who, to }, ({ who, to }) =>
        plural(count, {
          one: `${who} set the ${field} of # task to ${to}`,
          other: `${who} set the ${field} of # tasks to ${to}`,
        }),
      ),
    fieldRemoved: (who: Strong, field: string, count: number): Sentence =>
      sentence({ who }, ({ who }) =>
        plural(count, {
          one: `${who} removed the ${field} of # task`,
          other: `${who} removed the ${field} of # tasks`,
        }),
      ),
    assigned: (who: Strong, count: number, to: Strong): Sentence =>
      sentence({ who, to }, ({ who, to }) =>
        plural(count, { one: `${who} assigned # task to ${to}`, other: `${who} assigned # tasks to ${to}` }),
      ),
    unassigned: (who: Strong, count: number): Sentence =>
      sentence({ who }, ({ who }) =>
        plural(count, { one: `${who} unassigned # task`, other: `${who} unassigned # tasks` }),
      ),
  },
  /** Sentences about a checklist item whose text is known. */
  ofItem: {
    created: (who: Strong, item: Strong | null): Sentence =>
      item
        ? sentence({ who, item }, ({ who, item }) => t`${who} added ${item} to the checklist`)
        : sentence({ who }, ({ who }) => t`${who} added a checklist item`),
    ticked: (who: Strong, item: Strong | null): Sentence =>
      item
        ? sentence({ who, item }, ({ who, item }) => t`${who} checked off ${item}`)
        : sentence({ who }, ({ who }) => t`${who} checked off a checklist item`),
    unticked: (who: Strong, item: Strong | null): Sentence =>
      item
        ? sentence({ who, item }, ({ who, item }) => t`${who} unchecked ${item}`)
        : sentence({ who }, ({ who }) => t`${who} unchecked a checklist item`),
    renamed: (who: Strong, from: Strong, to: Strong): Sentence =>
      sentence({ who, from, to }, ({ who, from, to }) => t`${who} changed ${from} in the checklist to ${to}`),
    changed: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} changed the checklist`),
    deleted: (who: Strong, item: Strong | null): Sentence =>
      item
        ? sentence({ who, item }, ({ who, item }) => t`${who} removed ${item} from the checklist`)
        : sentence({ who }, ({ who }) => t`${who} removed a checklist item`),
    restored: (who: Strong, item: Strong | null): Sentence =>
      item
        ? sentence({ who, item }, ({ who, item }) => t`${who} restored ${item} to the checklist`)
        : sentence({ who }, ({ who }) => t`${who} restored a checklist item`),
  },
  ofFile: {
    CREATED: (who: Strong, file: Strong | null): Sentence =>
      file
        ? sentence({ who, file }, ({ who, file }) => t`${who} attached ${file}`)
        : sentence({ who }, ({ who }) => t`${who} attached a file`),
    UPDATED: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} renamed a file`),
    renamed: (who: Strong, from: Strong, to: Strong): Sentence =>
      sentence({ who, from, to }, ({ who, from, to }) => t`${who} renamed the file ${from} to ${to}`),
    covered: (who: Strong, file: Strong | null): Sentence =>
      file
        ? sentence({ who, file }, ({ who, file }) => t`${who} showed ${file} on the card`)
        : sentence({ who }, ({ who }) => t`${who} showed a file on the card`),
    uncovered: (who: Strong, file: Strong | null): Sentence =>
      file
        ? sentence({ who, file }, ({ who, file }) => t`${who} removed ${file} from the card`)
        : sentence({ who }, ({ who }) => t`${who} removed a file from the card`),
    DELETED: (who: Strong, file: Strong | null): Sentence =>
      file
        ? sentence({ who, file }, ({ who, file }) => t`${who} deleted the file ${file}`)
        : sentence({ who }, ({ who }) => t`${who} deleted a file`),
    RESTORED: (who: Strong, file: Strong | null): Sentence =>
      file
        ? sentence({ who, file }, ({ who, file }) => t`${who} restored the file ${file}`)
        : sentence({ who }, ({ who }) => t`${who} restored a file`),
  },
  ofComment: {
    CREATED: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} commented`),
    UPDATED: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} edited a comment`),
    DELETED: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} deleted a comment`),
    RESTORED: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} restored a comment`),
  },
  ofMember: {
    joined: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} joined the project`),
    left: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} left the project`),
    added: (who: Strong, whom: Strong): Sentence => sentence({ who, whom }, ({ who, whom }) => t`${who} added ${whom}`),
    removed: (who: Strong, whom: Strong): Sentence =>
      sentence({ who, whom }, ({ who, whom }) => t`${who} removed ${whom}`),
    made: {
      OWNER: (who: Strong, whom: Strong): Sentence =>
        sentence({ who, whom }, ({ who, whom }) => t`${who} made ${whom} an owner`),
      MEMBER: (who: Strong, whom: Strong): Sentence =>
        sentence({ who, whom }, ({ who, whom }) => t`${who} made ${whom} a member`),
      COMMENTER: (who: Strong, whom: Strong): Sentence =>
        sentence({ who, whom }, ({ who, whom }) => t`${who} made ${whom} a commenter`),
      VIEWER: (who: Strong, whom: Strong): Sentence =>
        sentence({ who, whom }, ({ who, whom }) => t`${who} made ${whom} a viewer`),
    },
    role: (who: Strong, whom: Strong): Sentence =>
      sentence({ who, whom }, ({ who, whom }) => t`${who} changed the role of ${whom}`),
  },
  ofColumn: {
    CREATED: (who: Strong, name: Strong): Sentence =>
      sentence({ who, name }, ({ who, name }) => t`${who} added the column ${name}`),
    UPDATED: (who: Strong, name: Strong): Sentence =>
      sentence({ who, name }, ({ who, name }) => t`${who} changed the column ${name}`),
    DELETED: (who: Strong, name: Strong): Sentence =>
      sentence({ who, name }, ({ who, name }) => t`${who} deleted the column ${name}`),
    RESTORED: (who: Strong, name: Strong): Sentence =>
      sentence({ who, name }, ({ who, name }) => t`${who} restored the column ${name}`),
    renamed: (who: Strong, from: Strong, to: Strong): Sentence =>
      sentence({ who, from, to }, ({ who, from, to }) => t`${who} renamed the column ${from} to ${to}`),
  },
  ofProject: {
    CREATED: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} created the project`),
    DELETED: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} deleted the project`),
    RESTORED: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} restored the project`),
    renamed: (who: Strong, from: Strong, to: Strong): Sentence =>
      sentence({ who, from, to }, ({ who, from, to }) => t`${who} renamed the project from ${from} to ${to}`),
    description: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} changed the project’s description`),
    color: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} changed the project’s color`),
    tagColor: (who: Strong, tag: Strong): Sentence =>
      sentence({ who, tag }, ({ who, tag }) => t`${who} changed the color of the tag ${tag}`),
    noTagColor: (who: Strong, tag: Strong): Sentence =>
      sentence({ who, tag }, ({ who, tag }) => t`${who} removed the color of the tag ${tag}`),
    key: (who: Strong, to: Strong): Sentence =>
      sentence({ who, to }, ({ who, to }) => t`${who} changed the project’s key to ${to}`),
    archived: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} archived the project`),
    unarchived: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} unarchived the project`),
    changed: (who: Strong): Sentence => sentence({ who }, ({ who }) => t`${who} changed the project`),
  },
};
