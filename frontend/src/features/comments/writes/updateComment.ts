import { affectObjects, defineWrite } from '../../../sync/writes/defineWrite';
import { readTaskTitle, readComment, writeComment } from '../commentCache';
import { UpdateCommentDocument } from '../CommentWrites.generated';

export const updateComment = defineWrite({
  document: UpdateCommentDocument,
  show: (layer, { id, text }, { at }) => {
    const comment = readComment(layer, id);
    if (comment) writeComment(layer, { ...comment, text, updatedAt: at });
  },
  apply: () => undefined,
  queue: {
    effect: ({ id }) => affectObjects([id], ['text']),
    title: (cache, { id }) => readTaskTitle(cache, id),
    editable: () => 'text',
    versions: ({ updateComment: { comment, revision } }) => ({ [comment.id]: revision }),
  },
});
