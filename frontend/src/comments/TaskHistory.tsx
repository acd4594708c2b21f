import { errorText } from '../graphql/errors';
import { usePageQuery } from '../graphql/usePageQuery';
import { formatFull, formatMoment } from '../lib/dates';
import { useNow } from '../lib/useNow';
import { ShowMore } from '../projects/ShowMore';
import { useProjectNames } from '../projects/useProjectNames';
import { commentsTexts } from '../texts/comments';
import { ErrorState } from '../ui/ErrorState';
import { Spinner } from '../ui/Spinner';
import { historySentences } from './historyText';
import { Sentences } from './Sentences';
import { TaskHistoryDocument } from './TaskHistory.generated';
import type { Member } from './useComments';
import { useReadAgain } from './useReadAgain';

/** Who changed what about a task, and when; the latest first. */
export const TaskHistory = ({ taskId, members }: { taskId: string; members: readonly Member[] }) => {
  const { data, error, loading, refetch, fetchMore } = usePageQuery(TaskHistoryDocument, {
    variables: { taskId },
  });
  const now = useNow();
  const project = useProjectNames();
  const task = data?.task;
  // Each change of the task or of an item of its checklist is one more line.
  const versions = task ? [task.version, ...task.checklist.map(({ version }) => version)].join() : undefined;
  const readAgain = useReadAgain(versions, refetch);

  if (!task) {
    return error && !loading ? (
      <ErrorState message={errorText(error, commentsTexts.historyFetchFailed)} onRetry={readAgain} />
    ) : (
      <div className="grid place-items-center py-6">
        <Spinner />
      </div>
    );
  }

  const person = (userId: string): string => members.find(({ id }) => id === userId)?.name ?? commentsTexts.toSomebody;
  const { nodes, pageInfo } = task.history;
  return (
    <>
      <ul aria-label={commentsTexts.history}>
        {nodes.map((line) => (
          <li
            key={line.id}
            className="flex items-baseline justify-between gap-4 border-t border-line py-2 text-xs text-ink-3 first:border-t-0"
          >
            <div className="min-w-0 wrap-anywhere">
              <Sentences sentences={historySentences(line, { person, project })} />
            </div>
            <time dateTime={line.at} title={formatFull(line.at)} className="flex-none">
              {formatMoment(line.at, now)}
            </time>
          </li>
        ))}
      </ul>
      {pageInfo.hasNextPage && <ShowMore loadMore={() => fetchMore({ variables: { after: pageInfo.endCursor } })} />}
    </>
  );
};
