import { useImperativeHandle, useState, type Ref } from 'react';
import { LIMITS } from '@contract/limits';
import { cx } from '../../lib/cx';
import { useConnectionBack } from '../../lib/useConnectionBack';
import { useSentText } from '../../lib/useSentText';
import { reportError } from '../../sync/client/errors';
import { useWrite } from '../../sync/writes/runWrite';
import { useRetryableSend } from '../../sync/writes/useRetryableSend';
import { useCurrentUser } from '../account/session/SessionContext';
import { commentDraftKey } from '../tasks/model/commentDraft';
import { commentsTexts } from '../../texts/comments';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { useRefusal } from './commentText';
import { MentionTextArea } from './MentionTextArea';
import type { Member } from './useComments';
import { addComment } from './writes/addComment';

export interface ComposerHandle {
  /** Adds a text to the end of the new comment. */
  append: (text: string) => void;
}

interface CommentComposerProps {
  taskId: string;
  members: readonly Member[];
  ref?: Ref<ComposerHandle>;
}

/** The field for a new comment. Its draft is kept for each task until it is sent. */
export const CommentComposer = ({ taskId, members, ref }: CommentComposerProps) => {
  const field = useSentText(commentDraftKey(taskId));
  const { text } = field;
  const refusal = useRefusal();
  const [refused, setRefused] = useState('');
  const add = useWrite(addComment);
  const attempt = useRetryableSend();
  const user = useCurrentUser();

  const type = (next: string): void => {
    field.type(next);
    refusal.clear();
  };
  useImperativeHandle(ref, () => ({ append: (more) => type([text, more].filter(Boolean).join('\n')) }));

  const submit = async (): Promise<void> => {
    if (!refusal.check(text)) return;
    const trimmed = text.trim();
    field.empty();
    try {
      await attempt({ taskId, trimmed, kept: text }, (names) => add({ taskId, text: trimmed, ...names }));
      field.discardDraft(text);
    } catch (error) {
      if (!field.restore(text)) return reportError(error, { fallback: commentsTexts.add.failed });
      refusal.refuse(error, commentsTexts.add.failed);
      setRefused(text);
    }
  };

  // Sends the same text with the same id, so that the server does not add it twice if the first request arrived. A text
  // that was edited in the meantime is not sent, because it may be unfinished.
  useConnectionBack(refusal.isUnsent && text === refused, () => void submit());

  const isLong = text.length > LIMITS.commentMax - 500;
  return (
    <div
      data-foot
      className="sticky bottom-0 print:hidden z-10 -mx-4 mt-auto border-t border-line bg-overlay px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] md:-mx-6 md:rounded-b-lg md:px-6 md:pb-4"
    >
      <Field
        label={commentsTexts.add.label}
        hideLabel
        error={refusal.message}
        {...(isLong && { counter: { length: text.length, max: LIMITS.commentMax } })}
      >
        <div
          className={cx(
            'flex items-end gap-2 rounded-md border border-line-control bg-raised py-1 pe-1 ps-2.5 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus hover:border-ink-3',
            refusal.message && 'border-danger',
          )}
        >
          <span className="flex h-8 items-center pointer-coarse:h-11">
            <Avatar user={user} decorative />
          </span>
          <MentionTextArea
            bare
            value={text}
            onValueChange={type}
            members={members}
            taskId={taskId}
            onSubmit={() => void submit()}
            rows={1}
            placeholder={commentsTexts.add.placeholder}
            title={commentsTexts.add.keys}
          />
          <span className="flex h-8 flex-none items-center pointer-coarse:h-11">
            <Button size="md" onClick={() => void submit()}>
              {commentsTexts.add.submit}
            </Button>
          </span>
        </div>
      </Field>
    </div>
  );
};
