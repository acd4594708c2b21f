import { useEffect, useEffectEvent, useRef } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { clearDraft, saveTextDraft, readTextDraft } from '../../lib/drafts';
import { toAppError } from '../../sync/client/errors';
import { useWrite } from '../../sync/writes/runWrite';
import { keepDraft, keptDraft } from '../tasks/fields/fieldDraft';
import { reportDiscarded } from '../tasks/fields/reportDiscarded';
import { useEditedValue } from '../tasks/fields/useEditedValue';
import { commentDraftKey } from '../tasks/model/commentDraft';
import { commentsTexts } from '../../texts/comments';
import { controlsTexts } from '../../texts/controls';
import { projectsTexts } from '../../texts/projects';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { notify } from '../../ui/notify';
import { TextConflict } from '../../ui/TextConflict';
import { readComment } from './commentCache';
import { checkComment, describeRefusal, editDraftKey } from './commentText';
import { CommentsDocument } from './Comments.generated';
import { MentionTextArea } from './MentionTextArea';
import type { Comment, Member } from './useComments';
import { updateComment } from './writes/updateComment';

interface CommentEditorProps {
  comment: Comment;
  members: readonly Member[];
  onDone: () => void;
  /** Opens the editor again, with the draft. */
  onReopen: () => void;
  /** The comment was deleted meanwhile. Its typed text is in the draft of a new comment now. */
  onLost: (text: string) => void;
}

/** Edits the author's comment; the draft is kept until it is saved or canceled. */
export const CommentEditor = ({ comment, members, onDone, onReopen, onLost }: CommentEditorProps) => {
  const client = useApolloClient();
  const stored = comment.text;
  const update = useWrite(updateComment);
  const edit = useEditedValue<string>({
    stored,
    isText: true,
    draftKey: editDraftKey(comment.id),
    check: checkComment,
    send: async (text) => {
      try {
        await update({ id: comment.id, version: comment.version, text });
      } catch (refused) {
        if (toAppError(refused).code === 'CONFLICT') {
          // Fetches the other text, to show both.
          const query = { query: CommentsDocument, variables: { taskId: comment.taskId } };
          await client.query({ ...query, fetchPolicy: 'network-only' }).catch(() => undefined);
        }
        throw refused;
      }
    },
    describeRefusal: (refused) => ({
      isOutdated: false,
      ...describeRefusal(refused, commentsTexts.edit.failed),
    }),
    fallback: commentsTexts.edit.failed,
  });
  const { value, pending, conflict } = edit;
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, []);

  const keepLost = useEffectEvent(() => {
    const lost = keptDraft(editDraftKey(comment.id))?.value;
    if (!lost || readComment(client.cache, comment.id)) return;
    const draft = commentDraftKey(comment.taskId);
    clearDraft(editDraftKey(comment.id));
    saveTextDraft(draft, [readTextDraft(draft), lost].filter(Boolean).join('\n'));
    notify.info(commentsTexts.delete.done);
    onLost(lost);
  });
  useEffect(() => () => keepLost(), []);

  const close = (): void => {
    edit.undo();
    onDone();
  };
  const cancel = (): void => {
    const draft = keptDraft(editDraftKey(comment.id));
    close();
    if (!draft) return;
    reportDiscarded(() => {
      keepDraft(editDraftKey(comment.id), draft);
      onReopen();
    });
  };
  const closeIfSaved = (isSaved: boolean): void => {
    if (isSaved) onDone();
  };
  const save = (): void => void edit.save().then(closeIfSaved);

  return (
    <div className="grid gap-2 py-1">
      <Field label={commentsTexts.edit.label} hideLabel error={conflict ? undefined : edit.error}>
        <MentionTextArea
          taskId={comment.taskId}
          ref={area}
          value={value}
          onValueChange={edit.change}
          members={members}
          onSubmit={() => !conflict && !pending && save()}
          onCancel={cancel}
          rows={2}
        />
      </Field>
      {conflict ? (
        <TextConflict
          label={commentsTexts.edit.conflict}
          title={commentsTexts.edit.changed}
          {...conflict}
          who={projectsTexts.conflict.theirs}
          when={null}
          onKeepMine={() => void edit.keepMine().then(closeIfSaved)}
          onTakeTheirs={close}
        />
      ) : (
        <div className="flex justify-end gap-2">
          <Button size="md" variant="ghost" onClick={cancel}>
            {controlsTexts.cancel}
          </Button>
          <Button size="md" pending={pending} onClick={save}>
            {commentsTexts.edit.save}
          </Button>
        </div>
      )}
    </div>
  );
};
