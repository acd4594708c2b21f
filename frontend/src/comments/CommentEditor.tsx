import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { faultOf, refusalOf } from './commentText';
import { MentionTextArea } from './MentionTextArea';
import type { Comment, Member } from './useComments';
import { useUpdateComment } from './useUpdateComment';

interface CommentEditorProps {
  comment: Comment;
  members: readonly Member[];
  onDone: () => void;
}

/** A comment while its author changes it. */
export const CommentEditor = ({ comment, members, onDone }: CommentEditorProps) => {
  // What is changed is the text as it was when the editing began, whatever comes in meanwhile.
  const [opened] = useState(comment);
  const [text, setText] = useState(comment.text);
  const [error, setError] = useState<string>();
  const [update, { loading }] = useUpdateComment();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, []);

  const save = async (): Promise<void> => {
    const fault = faultOf(text);
    setError(fault);
    if (fault !== undefined || loading) return;
    try {
      if (text.trim() !== opened.text) await update(opened.id, opened.version, text.trim());
      onDone();
    } catch (refused) {
      setError(refusalOf(refused, 'Failed to update comment'));
    }
  };

  return (
    <div className="grid gap-2 py-1">
      <Field label="Edit comment" hideLabel error={error}>
        <MentionTextArea
          ref={area}
          value={text}
          onValueChange={setText}
          members={members}
          onSubmit={() => void save()}
          onCancel={onDone}
          rows={2}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="md" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <Button size="md" pending={loading} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </div>
  );
};
