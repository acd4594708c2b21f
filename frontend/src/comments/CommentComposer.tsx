import { useState } from 'react';
import { LIMITS } from '@contract/limits';
import { clearDraft, readDraft, writeDraft } from '../lib/drafts';
import { useAttempt } from '../projects/useAttempt';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { faultOf, refusalOf } from './commentText';
import { MentionTextArea } from './MentionTextArea';
import { useAddComment } from './useAddComment';
import type { Member } from './useComments';

interface CommentComposerProps {
  taskId: string;
  projectId: string;
  members: readonly Member[];
}

/** Where one says something about a task. What is typed is kept for each task until it is said. */
export const CommentComposer = ({ taskId, projectId, members }: CommentComposerProps) => {
  const draft = `comment:${taskId}`;
  const [text, setText] = useState(() => readDraft(draft, { text: '' }).text);
  const [error, setError] = useState<string>();
  const [addComment] = useAddComment();
  const attempt = useAttempt();

  const type = (next: string): void => {
    setText(next);
    setError(undefined);
    if (next) writeDraft(draft, { text: next });
    else clearDraft(draft);
  };

  const submit = async (): Promise<void> => {
    const fault = faultOf(text);
    setError(fault);
    if (fault !== undefined) return;
    const said = text.trim();
    setText('');
    try {
      await addComment({ taskId, projectId, text: said, ...attempt({ taskId, said, kept: text }) });
      // Something new may have been typed meanwhile.
      if (readDraft(draft, { text: '' }).text === text) clearDraft(draft);
    } catch (refused) {
      setError(refusalOf(refused, 'Failed to add comment'));
      setText((now) => now || text);
    }
  };

  const isLong = text.length > LIMITS.commentMax - 500;
  return (
    <div className="grid gap-2">
      <Field
        label="Comment"
        hideLabel
        error={error}
        {...(isLong && { counter: { length: text.length, max: LIMITS.commentMax } })}
      >
        <MentionTextArea
          value={text}
          onValueChange={type}
          members={members}
          onSubmit={() => void submit()}
          rows={2}
          placeholder="Write a comment"
        />
      </Field>
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-xs text-ink-3">@ mentions a member, Ctrl Enter sends.</p>
        <Button size="md" onClick={() => void submit()}>
          Comment
        </Button>
      </div>
    </div>
  );
};
