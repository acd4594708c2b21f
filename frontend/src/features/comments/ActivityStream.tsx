import { useRef, useState } from 'react';
import { errorText, reportError } from '../../sync/client/errors';
import { reportWrite } from '../../sync/writes/reportWrite';
import { useWrite } from '../../sync/writes/runWrite';
import { commentsTexts } from '../../texts/comments';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { RetryLine } from '../../ui/RetryLine';
import { Spinner } from '../../ui/Spinner';
import { CommentItem } from './CommentItem';
import { HistoryRow } from './HistoryRow';
import { mergeStreams, type StreamEntry, type Part } from './stream';
import { sortTime, type Comment, type useComments } from './useComments';
import type { HistoryLine, useTaskHistory } from './useTaskHistory';
import { deleteComment } from './writes/deleteComment';

export type ActivityView = 'all' | 'comments' | 'history';

type Shown = StreamEntry & ({ comment: Comment } | { line: HistoryLine });

interface ShownPart extends Part<Shown> {
  loadEarlier: () => Promise<unknown>;
}

interface ActivityStreamProps {
  view: ActivityView;
  comments: ReturnType<typeof useComments>;
  history: ReturnType<typeof useTaskHistory>;
  /** A comment was deleted while this text was typed into it. */
  onLost: (text: string) => void;
}

/**
 * Gives the focus to the list before the focused button is removed, when no earlier entries are left. Otherwise the panel
 * would take it, a frame later.
 */
const focusListOnRemoval = (button: HTMLElement | null) => (): void => {
  const list = button?.parentElement?.nextElementSibling;
  if (button === document.activeElement && list instanceof HTMLElement) list.focus({ preventScroll: true });
};

/** Comments and changes of a task in order, the latest last, with the field for a new comment. */
export const ActivityStream = ({ view, comments, history, onLost }: ActivityStreamProps) => {
  const remove = useWrite(deleteComment);
  const [pending, setPending] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  const isFailed = ({ error, loading }: { error?: unknown; loading: boolean }): boolean => Boolean(error) && !loading;
  const { waiting } = comments;
  const known = comments.comments ?? (isFailed(comments) && waiting.length > 0 ? waiting : null);
  const commentPart: ShownPart | null = known && {
    ...comments,
    entries: known.map((comment) => ({ id: comment.id, at: sortTime(comment), comment })),
  };
  const done: ShownPart | null = history.lines && {
    ...history,
    entries: history.lines.map((line) => ({ id: line.id, at: line.at, line })).toReversed(),
  };
  const wanted = [
    ...(view === 'history'
      ? []
      : [{ ...comments, part: commentPart, isRead: comments.comments !== null, failed: commentsTexts.fetchFailed }]),
    ...(view === 'comments'
      ? []
      : [{ ...history, part: done, isRead: done !== null, failed: commentsTexts.historyFetchFailed }]),
  ];
  const missing = wanted.filter((one) => !one.isRead && isFailed(one));
  const parts = wanted.flatMap(({ part }) => part ?? []);
  const [lost] = missing;

  const retry = (): void => missing.forEach((one) => void one.retry());
  if (lost && parts.length === 0) {
    return <ErrorState message={errorText(lost.error, lost.failed)} onRetry={retry} />;
  }
  // Shown together, because the first list to load would be moved by the second.
  if (wanted.some((one) => !one.isRead && !isFailed(one))) {
    return (
      <div className="grid place-items-center py-6">
        <Spinner />
      </div>
    );
  }

  const { entries, next } = mergeStreams<Shown, ShownPart>(parts);
  const onDelete = async ({ id }: Comment): Promise<void> => {
    // Before the pressed button is removed, because then the panel would take the focus, a frame later.
    list.current?.focus({ preventScroll: true });
    await reportWrite(remove({ id }), commentsTexts.delete);
  };
  const showEarlier = async (): Promise<void> => {
    setPending(true);
    try {
      await Promise.all(next.map(({ loadEarlier }) => loadEarlier()));
    } catch (error) {
      reportError(error);
    }
    setPending(false);
  };

  return (
    <>
      {lost && <RetryLine message={errorText(lost.error, lost.failed)} onRetry={retry} />}
      {next.length > 0 && (
        <div className="grid justify-items-center py-1">
          <Button
            ref={focusListOnRemoval}
            variant="ghost"
            size="md"
            pending={pending}
            onClick={() => void showEarlier()}
          >
            {commentsTexts.showEarlier}
          </Button>
        </div>
      )}
      {entries.length === 0 ? (
        <p className="py-2 text-ink-3">{commentsTexts.noneYet}</p>
      ) : (
        <ul ref={list} tabIndex={-1} aria-label={commentsTexts.lists[view]} className="outline-none">
          {entries.map((entry) =>
            'comment' in entry ? (
              <CommentItem
                key={entry.id}
                comment={entry.comment}
                members={comments.members}
                onDelete={() => void onDelete(entry.comment)}
                onLost={onLost}
              />
            ) : (
              <HistoryRow key={entry.id} line={entry.line} names={history.names} />
            ),
          )}
        </ul>
      )}
    </>
  );
};
