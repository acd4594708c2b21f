import { useApolloClient } from '@apollo/client/react';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { useProjectNames } from '../projects/useProjectNames';
import { commentsTexts } from '../../texts/comments';
import { readTitle } from '../tasks/model/readTask';
import { mergeUndone } from './mergeUndone';
import type { Names } from './historyText';
import { TaskHistoryDocument, type TaskHistoryQuery } from './TaskHistory.generated';
import type { Member } from './useComments';
import { useRefetchOnVersion } from './useRefetchOnVersion';

type LoggedLine = NonNullable<TaskHistoryQuery['task']>['history']['nodes'][number];
/** A change, and whether it was undone. */
export type HistoryLine = LoggedLine & { isUndone: boolean };

/** The changes of a task, latest first, with the names of people and projects in them. */
export const useTaskHistory = (taskId: string, members: readonly Member[], skip: boolean) => {
  const { data, error, loading, readAgain, fetchMore } = usePageQuery(TaskHistoryDocument, {
    variables: { taskId },
    skip,
  });
  const task = data?.task;
  // Each change of the task or of one of its parts adds a line.
  const parts = task && [...task.checklist, ...task.relations, ...task.attachments];
  const versions = parts ? [task, ...parts].map(({ version }) => version).join() : undefined;
  useRefetchOnVersion(versions, readAgain);
  const page = task?.history.pageInfo;
  const { cache } = useApolloClient();
  const names: Names = {
    person: (userId) => members.find(({ id }) => id === userId)?.name ?? commentsTexts.toSomebody,
    project: useProjectNames(task?.history.nodes),
    task: (id) => readTitle(cache, id),
    ofTaskId: taskId,
  };
  return {
    lines: task ? mergeUndone(task.history.nodes) : null,
    names,
    error,
    loading,
    hasEarlier: page?.hasNextPage ?? false,
    loadEarlier: (): Promise<unknown> => fetchMore({ variables: { after: page?.endCursor } }),
    retry: readAgain,
  };
};
