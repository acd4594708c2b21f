import { useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { flushSync } from 'react-dom';
import { cx } from '../../lib/cx';
import { applyEdit, editOfKey, editOfPaste } from '../../lib/markdownKeys';
import { fullName } from '../../lib/text';
import { commentsTexts } from '../../texts/comments';
import { Avatar } from '../../ui/Avatar';
import { SuggestionList } from '../../ui/SuggestionList';
import { useFieldAttributes } from '../../ui/FieldContext';
import { pastePictures } from '../tasks/files/pastePictures';
import { completeMention, matchPeople, mentionAt } from './mentions';
import type { Member } from './useComments';
import { isComposingKey } from '../../lib/keyboard/typing';

interface MentionTextAreaProps {
  value: string;
  onValueChange: (value: string) => void;
  members: readonly Member[];
  /** Ctrl+Enter, or Cmd+Enter. */
  onSubmit: () => void;
  /** The task to which pasted pictures are attached. */
  taskId: string;
  /** Called on Escape, if there is something to cancel. */
  onCancel?: () => void;
  rows: number;
  /** The parent draws its border. */
  bare?: boolean;
  title?: string;
  placeholder?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text field in which '@' suggests the people who can be mentioned. */
export const MentionTextArea = (props: MentionTextAreaProps) => {
  const {
    value,
    onValueChange,
    members,
    taskId,
    onSubmit,
    onCancel,
    rows,
    bare = false,
    placeholder,
    title,
    ref,
  } = props;
  const client = useApolloClient();
  const attributes = useFieldAttributes();
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  // The position of the mention whose list was closed. A new '@' opens the list again.
  const [closed, setClosed] = useState<number | null>(null);

  const mention = caret === null ? null : mentionAt(value, caret);
  const people = mention && mention.start !== closed ? matchPeople(members, mention.query) : [];
  const index = Math.min(active, people.length - 1);
  const optionId = (person: Member): string => `${listId}-${person.id}`;
  const chosen = people[index];

  const complete = (person: Member): void => {
    if (!mention || caret === null) return;
    const completed = completeMention(value, caret, mention, person.username);
    // The caret can only be moved after the text has been rendered.
    flushSync(() => {
      onValueChange(completed.text);
      setCaret(completed.caret);
    });
    const area = box.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(completed.caret, completed.caret);
  };

  const onListKey = (event: KeyboardEvent): boolean => {
    if (!chosen) return false;
    if (event.key === 'ArrowDown') setActive((index + 1) % people.length);
    else if (event.key === 'ArrowUp') setActive((index - 1 + people.length) % people.length);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) complete(chosen);
    else if (event.key === 'Escape') setClosed(mention?.start ?? null);
    else return false;
    return true;
  };

  /** Marks and lists by keys. */
  const onMarkdownKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const edit = editOfKey(event.currentTarget, event);
    if (edit) applyEdit(event.currentTarget, edit);
    return edit !== null;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // Enter may still belong to an input method.
    if (isComposingKey(event.nativeEvent)) return;
    const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isSubmit) onSubmit();
    else if (!onListKey(event) && !onMarkdownKey(event)) {
      if (event.key !== 'Escape' || !onCancel) return;
      onCancel();
    }
    event.preventDefault();
    // The dialog around it closes on Escape.
    event.stopPropagation();
  };

  return (
    <div ref={box} className="relative grid min-w-0 flex-1">
      <textarea
        {...attributes}
        ref={ref}
        dir="auto"
        rows={rows}
        className={cx(
          'field-sizing-content max-h-60',
          bare
            ? 'min-h-8 resize-none bg-transparent py-1.5 outline-0 pointer-coarse:min-h-11 pointer-coarse:py-2.5 pointer-coarse:text-md'
            : 'input min-h-16',
        )}
        title={title}
        placeholder={placeholder}
        value={value}
        aria-autocomplete="list"
        aria-controls={chosen ? listId : undefined}
        aria-activedescendant={chosen && optionId(chosen)}
        aria-keyshortcuts="Control+Enter"
        onChange={({ target }) => {
          onValueChange(target.value);
          setCaret(target.selectionStart);
          setActive(0);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onPaste={(event) => {
          const edit =
            pastePictures(client, taskId, event) ??
            editOfPaste(event.currentTarget, event.clipboardData.getData('text'));
          if (!edit) return;
          event.preventDefault();
          applyEdit(event.currentTarget, edit);
        }}
        onBlur={() => setCaret(null)}
        onKeyDown={onKeyDown}
      />
      {chosen && (
        <SuggestionList
          id={listId}
          label={commentsTexts.mention.list}
          options={people}
          active={chosen}
          optionId={optionId}
          onActiveChange={setActive}
          onPick={complete}
          className="pop menu absolute bottom-full start-0 z-20 mb-2 w-72 max-w-full"
        >
          {(person) => (
            <>
              <Avatar user={person} decorative />
              <span dir="auto" className="truncate">
                {fullName(person)}
              </span>
              <span className="min-w-0 flex-1 truncate text-ink-3">@{person.username}</span>
            </>
          )}
        </SuggestionList>
      )}
      <span className="sr-only" role="status">
        {chosen && commentsTexts.mention.count(people.length)}
      </span>
    </div>
  );
};
