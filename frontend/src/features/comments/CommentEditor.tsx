import { useEffect, useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { toAppError } from '../../sync/client/errors';
import { useConnectionBack } from '../../lib/useConnectionBack';
import { isConflict, keepDraft, keptDraft, typed } from '../tasks/fields/fieldDraft';
import { TextConflict } from '../tasks/fields/TextConflict';
import { commentsTexts } from '../../texts/comments';
import { controlsTexts } from '../../texts/controls';
import { projectsTexts } from '../../texts/projects';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { editDraftKey, useRefusal } from './commentText';
import { CommentsDocument } from './Comments.generated';
import { MentionTextArea } from './MentionTextArea';
import type { Comment, Member } from './useComments';
import { useUpdateComment } from './useCommentWrites';

interface CommentEditorProps {
  comment: Comment;
  members: readonly Member[];
  onDone: () => void;
}

/** A comment while its author changes it; what is typed is kept until it is saved or given up. */
export const CommentEditor = ({ comment, members, onDone }: CommentEditorProps) => {
  const client = useApolloClient();
  const stored = comment.text;
  const key = editDraftKey(comment.id);
  const [draft, setDraft] = useState(() => keptDraft(key));
  const refusal = useRefusal();
  const [update, { loading }] = useUpdateComment();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, []);

  const text = draft ? draft.value : stored;
  // It was changed in another window meanwhile.
  const hasConflict = !loading && isConflict(draft, stored);

  const put = (next: typeof draft): void => {
    setDraft(next);
    keepDraft(key, next);
    refusal.clear();
  };
  const done = (): void => {
    put(null);
    onDone();
  };
  const save = async (): Promise<void> => {
    if (!refusal.check(text) || loading) return;
    try {
      if (text.trim() !== stored) await update(comment.id, comment.version, text.trim());
      done();
    } catch (refused) {
      if (toAppError(refused).code === 'CONFLICT') {
        // Their text then stands against this one.
        const query = { query: CommentsDocument, variables: { taskId: comment.taskId } };
        await client.query({ ...query, fetchPolicy: 'network-only' }).catch(() => undefined);
      }
      refusal.refuse(refused, commentsTexts.edit.failed);
    }
  };
  // It may have arrived after all, and is sent again only by its author; what was said of the connection is over.
  useConnectionBack(refusal.isUnsent, refusal.clear);

  return (
    <div className="grid gap-2 py-1">
      <Field label={commentsTexts.edit.label} hideLabel error={hasConflict ? undefined : refusal.message}>
        <MentionTextArea
          ref={area}
          value={text}
          onValueChange={(value) => put(typed(draft, stored, value))}
          members={members}
          onSubmit={() => !hasConflict && void save()}
          onCancel={done}
          rows={2}
        />
      </Field>
      {draft && hasConflict ? (
        <TextConflict
          label={commentsTexts.edit.conflict}
          title={commentsTexts.edit.changed}
          mine={draft.value}
          theirs={stored}
          who={projectsTexts.conflict.theirs}
          when={null}
          onKeepMine={() => {
            put({ base: stored, value: draft.value });
            void save();
          }}
          onTakeTheirs={done}
        />
      ) : (
        <div className="flex justify-end gap-2">
          <Button size="md" variant="ghost" onClick={done}>
            {controlsTexts.cancel}
          </Button>
          <Button size="md" pending={loading} onClick={() => void save()}>
            {commentsTexts.edit.save}
          </Button>
        </div>
      )}
    </div>
  );
};
