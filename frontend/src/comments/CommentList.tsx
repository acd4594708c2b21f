import { useState } from 'react';
import { errorText, reportError } from '../graphql/errors';
import { excerpt } from '../lib/text';
import { ShowMore } from '../projects/ShowMore';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { ErrorState } from '../ui/ErrorState';
import { Spinner } from '../ui/Spinner';
import { CommentItem } from './CommentItem';
import { useDeleteComment } from './useDeleteComment';
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
        message={errorText(error, 'Failed to fetch comments')}
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
      reportError(refused, { fallback: 'Failed to delete comment' });
      return false;
    }
  };

  return (
    <>
      {comments.length === 0 ? (
        <p className="py-2 text-ink-3">No comments yet</p>
      ) : (
        <ul aria-label="Comments">
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
        title="Delete comment?"
        confirmLabel="Delete comment"
        onConfirm={confirmDelete}
      >
        <p className="wrap-anywhere">{asked && excerpt(asked.text)}</p>
      </ConfirmDialog>
    </>
  );
};
