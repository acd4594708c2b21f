import { useRef, useState } from 'react';
import * as v from 'valibot';
import { localDueField } from '@contract/tasks';
import { issueText } from '../../../lib/issueText';
import { formatDueValue } from '../../../lib/dates/format';
import { toLocalDue } from '../../../lib/dates/dueWords';
import { isTouchScreen } from '../../../lib/screen';
import { tasksTexts } from '../../../texts/tasks';
import { AnchoredPopover } from './AnchoredPopover';
import { DueMenu, firstQuickDate } from './DueMenu';

/** Typed text that could not be parsed, from the last time. */
export interface UnparsedDue {
  text: string;
  fault: string;
}

interface DuePopoverProps {
  anchor: Element | null;
  /** The current day or moment: null for none, undefined if several tasks have different ones. */
  stored: string | null | undefined;
  canRemove: boolean;
  choose: (due: string | null) => void;
  /** The unparsed text from the last time, which can be corrected. */
  unread?: UnparsedDue | null;
  /** Called with typed text that could not be parsed and changes nothing; null once it was corrected or discarded. */
  onUnread: (unread: UnparsedDue | null) => void;
  onClose: () => void;
}

/** A due date to type or to pick, in a popover next to its anchor. */
export const DuePopover = (props: DuePopoverProps) => {
  const { anchor, stored, canRemove, choose, unread = null, onUnread, onClose } = props;
  const input = useRef<HTMLInputElement>(null);
  // The initial value. Parts that are not edited keep it, including seconds and other people's changes.
  const [begun] = useState(() => (stored ? formatDueValue(stored) : ''));
  const [text, setText] = useState(unread?.text ?? begun);
  const [fault, setFault] = useState(unread?.fault);
  // The last applied value, because one press may cause two events.
  const taken = useRef(begun);

  /** Applies the date of a text. Returns its error, if there is one. */
  const take = (next: string): string | undefined => {
    const read = v.safeParse(localDueField, toLocalDue(next));
    if (!read.success) return issueText(read.issues[0]);
    onUnread(null);
    if (next !== taken.current) choose(read.output);
    taken.current = next;
    return undefined;
  };
  const takeAndClose = (next: string): void => {
    const wrong = take(next);
    if (wrong === undefined) return onClose();
    setText(next);
    setFault(wrong);
    input.current?.focus();
  };
  /** A press outside applies the typed text, so that it is not lost. */
  const leave = (): void => {
    const wrong = take(text);
    if (wrong !== undefined) onUnread({ text, fault: wrong });
  };

  return (
    <AnchoredPopover
      label={tasksTexts.fields.dueDate}
      anchor={anchor}
      onAnchorPress={leave}
      onClose={(reason) => {
        if (reason === 'escape-key') onUnread(null);
        else leave();
        onClose();
      }}
      initialFocus={() => (isTouchScreen() ? firstQuickDate(input.current) : input.current)}
      isTall
      className="w-72"
    >
      <DueMenu
        ref={input}
        label={tasksTexts.panel.dateAndTime}
        text={text}
        onType={(next) => {
          setText(next);
          setFault(undefined);
        }}
        isChanged={text !== begun}
        fault={fault}
        onTake={takeAndClose}
        onRemove={
          canRemove
            ? () => {
                onUnread(null);
                choose(null);
                onClose();
              }
            : null
        }
      />
    </AnchoredPopover>
  );
};
