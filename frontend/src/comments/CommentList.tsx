import { useState } from 'react';
import { errorText, reportError } from '../graphql/errors';
import { excerpt } from '../lib/text';
import { ShowMore } from '../projects/ShowMore';
import { commentsTexts } from '../texts/comments';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { ErrorState } from '../ui/ErrorState';
import { Spinner } from '../ui/Spinner';
import { CommentItem } from './CommentItem';
import { useDeleteComment } from './useCommentWrites';
import type { Comment, useComments } from './useComments';

/** What was said about a task, oldest first. */
export const CommentList = (props: ReturnType<typeof useComments>) => {
  const { comments, members, error, loading, hasMore, loadMore, retry } = props;
  const [remove] = useDeleteComment();
  const [asked, setAsked] = useState<Comment | null>(null);
  const [asking, setAsking] = useState(false);

  if (!comments) {
    return error && !loading ? (
      <ErrorState
        message={errorText(error, commentsTexts.fetchFailed)}
        onRetry={() => void retry().catch(() => undefined)}
      />
    ) : (
      <div className="grid place-items-center py-6">
        <Spinner />
      </div>
    );
  }

  const confirmDelete = async (): Promise<boolean> => {
    if (!asked) return true;
    try {
      await remove(asked.id);
      return true;
    } catch (refused) {
      reportError(refused, { fallback: commentsTexts.delete.failed });
      return false;
    }
  };

  return (
    <>
      {comments.length === 0 ? (
        <p className="py-2 text-ink-3">{commentsTexts.noneYet}</p>
      ) : (
        <ul aria-label={commentsTexts.comments}>
          {comments.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              members={members}
              onDelete={() => {
                setAsked(comment);
                setAsking(true);
              }}
            />
          ))}
        </ul>
      )}
      {hasMore && <ShowMore loadMore={loadMore} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={commentsTexts.delete.title}
        confirmLabel={commentsTexts.delete.confirm}
        onConfirm={confirmDelete}
      >
        <p className="wrap-anywhere">{asked && excerpt(asked.text)}</p>
      </ConfirmDialog>
    </>
  );
};
