import type { ApolloCache } from '@apollo/client';
import { boardQuery } from '../../features/tasks/board/boardQuery';
import { addToTask, commentOf, removeComment } from '../../features/comments/commentCache';
import { CommentFieldsFragmentDoc, type CommentFieldsFragment } from '../../features/comments/Comments.generated';
import {
  AddCommentDocument,
  DeleteCommentDocument,
  UpdateCommentDocument,
} from '../../features/comments/CommentWrites.generated';
import type {
  AddCommentInput,
  CreateProjectInput,
  DeleteCommentInput,
  DeleteNotificationInput,
  MarkNotificationReadInput,
  UpdateCommentInput,
  UpdateProjectInput,
} from '../client/schema.generated';
import { DeleteNotificationDocument } from '../../features/notifications/DeleteNotification.generated';
import { MarkNotificationReadDocument } from '../../features/notifications/MarkNotificationRead.generated';
import { markRead, removeNotification } from '../../features/notifications/notificationCache';
import { CreateProjectDocument } from '../../features/projects/CreateProject.generated';
import { ProjectDocument } from '../../features/projects/Project.generated';
import { addProject } from '../../features/projects/projectCache';
import {
  ProjectSummaryFragmentDoc,
  type ProjectSummaryFragment,
} from '../../features/projects/ProjectSummary.generated';
import { UpdateProjectDocument } from '../../features/projects/UpdateProject.generated';
import { waitingTexts } from '../../texts/waiting';
import { operation, type AnyOperation } from './operation';
import { checklistOperations } from './checklistOperations';
import { ALL } from './queue';
import { taskOperations, titleOf } from './taskOperations';

const { words } = waitingTexts;

const aboutComment = (cache: ApolloCache, id: string): string => {
  const taskId = commentOf(cache, id)?.taskId;
  return taskId === undefined ? waitingTexts.unknownTask : titleOf(cache, taskId);
};

const addComment = operation({
  document: AddCommentDocument,
  effect: ({ id, taskId }: AddCommentInput) => ({
    objects: id ? [id] : [],
    needs: [taskId],
    fields: [ALL],
    isNew: true,
  }),
  title: (cache, { taskId }) => titleOf(cache, taskId),
  words: ({ text }, title) => words.addComment(title, text),
  text: () => 'text',
  show: (layer, { id, taskId, text }, { me, at }) => {
    if (!id) return;
    const { firstName, lastName, name, username, avatar } = me;
    const comment: CommentFieldsFragment = {
      __typename: 'Comment',
      id,
      taskId,
      projectId: '',
      authorId: me.id,
      text,
      version: 0,
      createdAt: at,
      updatedAt: at,
      viewerCanEdit: true,
      viewerCanDelete: true,
      author: { __typename: 'User', id: me.id, firstName, lastName, name, username, avatar },
    };
    layer.writeFragment({
      id: layer.identify({ __typename: 'Comment', id }),
      fragment: CommentFieldsFragmentDoc,
      data: comment,
    });
    addToTask(layer, { id, taskId, createdAt: at });
  },
  answer: (cache, { addComment: { comment } }) => addToTask(cache, comment),
  versions: ({ addComment: { comment } }) => ({ [comment.id]: comment.version }),
});

const updateComment = operation({
  document: UpdateCommentDocument,
  effect: ({ id }: UpdateCommentInput) => ({ objects: [id], needs: [], fields: ['text'], isNew: false }),
  title: (cache, { id }) => aboutComment(cache, id),
  words: ({ text }, title) => words.updateComment(title, text),
  text: () => 'text',
  show: (layer, { id, text }, { at }) => {
    const comment = commentOf(layer, id);
    if (!comment) return;
    layer.writeFragment({
      id: layer.identify({ __typename: 'Comment', id }),
      fragment: CommentFieldsFragmentDoc,
      data: { ...comment, text, updatedAt: at },
    });
  },
  answer: () => undefined,
  versions: ({ updateComment: { comment, revision } }) => ({ [comment.id]: revision }),
});

const deleteComment = operation({
  document: DeleteCommentDocument,
  effect: ({ id }: DeleteCommentInput) => ({ objects: [id], needs: [], fields: [ALL], isNew: false }),
  title: (cache, { id }) => aboutComment(cache, id),
  words: (_input, title) => words.deleteComment(title),
  isDoneWhenGone: true,
  show: (layer, { id }) => removeComment(layer, id),
  answer: (cache, { deleteComment: { commentId } }) => removeComment(cache, commentId),
});

// Those for the whole inbox are not here: they mean what is there now, and would meet what comes meanwhile.
const markNotificationRead = operation({
  document: MarkNotificationReadDocument,
  effect: ({ id }: MarkNotificationReadInput) => ({ objects: [id], needs: [], fields: ['read'], isNew: false }),
  title: () => '',
  words: () => words.markRead,
  isDoneWhenGone: true,
  show: (layer, { id, group }) => markRead(layer, id, { withGroup: group === true }),
  answer: (cache, { markNotificationRead: { notification } }) => markRead(cache, notification.id),
});

const deleteNotification = operation({
  document: DeleteNotificationDocument,
  effect: ({ id }: DeleteNotificationInput) => ({ objects: [id], needs: [], fields: [ALL], isNew: false }),
  title: () => '',
  words: () => words.deleteNotification,
  isDoneWhenGone: true,
  show: (layer, { id, group }) => void removeNotification(layer, id, { withGroup: group === true }),
  answer: (cache, { deleteNotification: { notificationId } }) => void removeNotification(cache, notificationId),
});

const createProject = operation({
  document: CreateProjectDocument,
  effect: ({ id }: CreateProjectInput) => ({ objects: id ? [id] : [], needs: [], fields: [ALL], isNew: true }),
  title: (_cache, { name }) => name,
  words: (_input, title) => words.createProject(title),
  text: () => 'name',
  show: (layer, { id, name, description, color }, { at }) => {
    if (!id) return;
    layer.writeQuery({
      query: ProjectDocument,
      variables: { id },
      data: {
        project: {
          __typename: 'Project',
          id,
          name: name.trim(),
          description: description ?? '',
          color: color ?? UNCHOSEN,
          version: 0,
          revision: 0,
          memberCount: 1,
          createdAt: at,
          viewerRole: 'OWNER',
          viewerCanEdit: true,
          viewerCanDelete: true,
          viewerCanManageMembers: true,
          viewerCanLeave: false,
          viewerCanRemoveMembers: true,
          viewerCanArchive: true,
          archivedAt: null,
        },
      },
    });
    addProject(layer, { id });
    // Its board is empty until something is put on it: nobody has to ask for that.
    const board = boardQuery({ projectId: id });
    if (!layer.readQuery({ ...board, optimistic: true })) layer.writeQuery({ ...board, data: EMPTY_BOARD });
  },
  answer: (cache, { createProject: { project } }) => addProject(cache, project),
});

/** A column of a board with nothing in it. */
const EMPTY_COLUMN = {
  __typename: 'TaskConnection' as const,
  totalCount: 0,
  pageInfo: { __typename: 'PageInfo' as const, hasNextPage: false, endCursor: null },
  nodes: [],
};
const EMPTY_BOARD = {
  todo: EMPTY_COLUMN,
  inProgress: EMPTY_COLUMN,
  inReview: EMPTY_COLUMN,
  done: EMPTY_COLUMN,
  older: EMPTY_COLUMN,
};

/** Until the server has chosen one. */
const UNCHOSEN = '#6b7280';

const updateProject = operation({
  document: UpdateProjectDocument,
  effect: ({ id, version: _version, mutationId: _mutationId, ...fields }: UpdateProjectInput) => ({
    objects: [id],
    needs: [],
    fields: Object.keys(fields),
    isNew: false,
  }),
  title: (cache, { id }) => projectOf(cache, id)?.name ?? waitingTexts.unknownProject,
  words: (_input, title) => words.updateProject(title),
  text: ({ name, description }) => (name != null ? 'name' : description != null ? 'description' : undefined),
  show: (layer, { id, version: _version, mutationId: _mutationId, ...fields }) => {
    const project = projectOf(layer, id);
    if (!project) return;
    layer.writeFragment({
      id: layer.identify({ __typename: 'Project', id }),
      fragment: ProjectSummaryFragmentDoc,
      data: { ...project, ...(fields as Partial<ProjectSummaryFragment>) },
    });
  },
  answer: () => undefined,
  versions: ({ updateProject: { project, revision } }) => ({ [project.id]: revision }),
});

const projectOf = (cache: ApolloCache, id: string): ProjectSummaryFragment | null =>
  cache.readFragment({
    id: cache.identify({ __typename: 'Project', id }),
    fragment: ProjectSummaryFragmentDoc,
    optimistic: true,
  });

/**
 * All writes that may wait, by the name of their operation. What is not here needs a connection: what is told to others at
 * once (members, invitations), what asks for a password or shows a secret, files, what cannot be taken back (a project's end,
 * an account's, the whole inbox), and what depends on how things are elsewhere by then: a move into another project, whose
 * members must know the assignee, the archive, the trash, and undoing.
 */
const OPERATIONS: Readonly<Record<string, AnyOperation>> = {
  ...taskOperations,
  ...checklistOperations,
  AddComment: addComment,
  UpdateComment: updateComment,
  DeleteComment: deleteComment,
  MarkNotificationRead: markNotificationRead,
  DeleteNotification: deleteNotification,
  CreateProject: createProject,
  UpdateProject: updateProject,
};

/** The operation of a name, if it may wait; another version of the app may have known others. */
export const operationOf = (name: string | undefined): AnyOperation | undefined =>
  name !== undefined && Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
