import { affectObjects, defineWrite } from '../../../sync/writes/defineWrite';
import { readTaskTitle, removeComment } from '../commentCache';
import { DeleteCommentDocument } from '../CommentWrites.generated';

export const deleteComment = defineWrite({
  document: DeleteCommentDocument,
  show: (layer, { id }) => removeComment(layer, id),
  apply: (cache, { deleteComment: { commentId } }) => removeComment(cache, commentId),
  hides: ({ id }) => [`Comment:${id}`],
  queue: {
    effect: ({ id }) => affectObjects([id]),
    title: (cache, { id }) => readTaskTitle(cache, id),
    isDoneWhenGone: true,
  },
});
