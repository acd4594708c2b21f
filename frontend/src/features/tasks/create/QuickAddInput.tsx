import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { cx } from '../../../lib/cx';
import { fold } from '@contract/fold';
import { newTaskTexts } from '../../../texts/newTask';
import { useFieldAttributes } from '../../../ui/FieldContext';
import { GrowingText } from '../parts/GrowingText';
import type { Suggestion } from './matchNames';
import { readLine, tokenValue, type QuickAddContext } from './quickAdd';
import { completeToken, openTokenAt, suggestionsFor } from './suggest';
import { pruneReadings } from './taskForm';
import { SuggestionList } from '../../../ui/SuggestionList';
import { TokenLabel } from './TokenLabel';
import { isComposingKey } from '../../../lib/keyboard/typing';

const { suggestions: texts } = newTaskTexts;

interface TitleLineProps {
  value: string;
  /** Called with the typed text and the choices for its words. */
  onValueChange: (value: string, readings: string) => void;
  known: QuickAddContext;
  /** Enter. */
  onSubmit: () => void;
  /** Called on Escape, unless that closes a list. */
  onEscape?: () => void;
  onBlur?: () => void;
  /** Font and padding of the text. */
  className: string;
  placeholder?: string;
  'aria-label'?: string;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Whether the list opens above the line, because there is too little space below. */
const isLow = (list: HTMLElement): boolean => {
  const { bottom } = list.getBoundingClientRect();
  const scroller = list.closest<HTMLElement>('[data-column-list]');
  return bottom > (scroller?.getBoundingClientRect().bottom ?? window.innerHeight);
};

/** Returns the line of a text at a position. */
const lineAt = (text: string, at: number): { line: string; from: number } => {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return { line: text.slice(from, end === -1 ? undefined : end), from };
};

/** The line of a new task: suggests meanings of '#', '@', '!', '^' and '+' as one types. Pasted lines stay separate. */
export const QuickAddInput = (props: TitleLineProps) => {
  const { value, onValueChange, known, onSubmit, onEscape, onBlur, className, ref, ...rest } = props;
  const attributes = useFieldAttributes();
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState<number | null>(null);
  // The start of the token whose list was closed. The list of another token opens as usual.
  const [closed, setClosed] = useState<number | null>(null);
  const [isAbove, setAbove] = useState(false);

  const open = caret === null ? null : openTokenAt(value, caret);
  const { line, from } = lineAt(value, caret ?? 0);
  const read = readLine(line, known);
  const resolved = open && read.tokens.find(({ start }) => start === open.start - from);
  // After a space, the name or the title may continue.
  const isOver = resolved !== null && resolved !== undefined && /\s/u.test(open?.query ?? '');
  const projectId = tokenValue(read, 'project') ?? known.projectId;
  const isAsking = open !== null && open.start !== closed && !isOver;
  const offered: readonly Suggestion[] = isAsking ? suggestionsFor(open, known, projectId) : [];
  const [only, ...others] = offered;
  const isSaid = only !== undefined && others.length === 0 && fold(only.text) === fold(open?.query ?? '');
  const options = isSaid && resolved ? [] : offered;
  // The active suggestion: the current meaning of the words, or else the first one. Enter applies it while the list is
  // open. An existing tag comes before a new one with the typed beginning.
  const meant = resolved?.kind === 'tag' ? 0 : options.findIndex(({ value: each }) => each === resolved?.value);
  const chosen = options[Math.min(active ?? Math.max(meant, 0), options.length - 1)];
  const optionId = (at: number): string => `${listId}-${at}`;

  const lines = options.length;
  useLayoutEffect(() => {
    if (lines > 0 && list.current) setAbove((was) => was || isLow(list.current as HTMLElement));
    else setAbove(false);
  }, [lines]);
  const popClass = cx('pop absolute start-0 z-20 w-72 max-w-full', isAbove ? 'bottom-full mb-2' : 'top-full mt-1');

  // In an existing text, such as a draft, the caret starts at the end.
  useLayoutEffect(() => {
    const area = box.current?.querySelector('textarea');
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);

  const input = (): HTMLTextAreaElement | null => box.current?.querySelector('textarea') ?? null;
  const change = (text: string, readings = known.readings): void => onValueChange(text, pruneReadings(readings, text));

  const complete = (suggestion: Suggestion): void => {
    if (!open || caret === null) return;
    const completed = completeToken(value, caret, open, suggestion);
    // The caret can only be moved after the text has been rendered.
    flushSync(() => {
      change(completed.text, { ...known.readings, [completed.raw]: suggestion.value });
      setCaret(completed.caret);
      setActive(null);
    });
    input()?.focus();
    input()?.setSelectionRange(completed.caret, completed.caret);
  };

  /** Backspace after a token turns it back into text; a second Backspace deletes. */
  const takeBack = (area: HTMLTextAreaElement): boolean => {
    if (area.selectionStart !== area.selectionEnd) return false;
    const { line: here, from: start } = lineAt(value, area.selectionStart);
    const token = readLine(here, known).tokens.find(({ end }) => start + end === area.selectionStart);
    if (!token) return false;
    change(value, { ...known.readings, [token.raw]: '' });
    return true;
  };

  const step = (by: number): void => {
    const from = chosen ? options.indexOf(chosen) : 0;
    setActive((from + by + options.length) % options.length);
  };

  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const isListed = options.length > 0;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (isListed) step(event.key === 'ArrowDown' ? 1 : -1);
        return isListed;
      case 'Tab':
        // After a sign alone, Tab moves to the next field.
        if (event.shiftKey || !chosen || (open?.query === '' && active === null)) return false;
        complete(chosen);
        return true;
      case 'Enter':
        // With Ctrl or ⌘, Enter submits the form; with Shift, it begins a new line.
        if (event.shiftKey || event.ctrlKey || event.metaKey) return false;
        if (chosen) complete(chosen);
        else onSubmit();
        return true;
      case 'Escape':
        if (isListed) setClosed(open?.start ?? null);
        else onEscape?.();
        return isListed || onEscape !== undefined;
      case 'Backspace':
        return takeBack(event.currentTarget);
      default:
        return false;
    }
  };

  return (
    <div ref={box} className="relative min-w-0 flex-1">
      <GrowingText
        {...attributes}
        {...rest}
        ref={ref}
        className={className}
        value={value}
        autoComplete="off"
        enterKeyHint="done"
        aria-autocomplete="list"
        aria-controls={options.length > 0 ? listId : undefined}
        aria-activedescendant={chosen && optionId(options.indexOf(chosen))}
        onChange={({ target }) => {
          change(target.value);
          setCaret(target.selectionStart);
          setActive(null);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onBlur={() => {
          setCaret(null);
          setClosed(null);
          onBlur?.();
        }}
        onKeyDown={(event) => {
          // Enter may still belong to an input method.
          if (isComposingKey(event.nativeEvent) || !onKey(event)) return;
          event.preventDefault();
          // The dialog around it closes on Escape.
          event.stopPropagation();
        }}
      />
      {options.length > 0 && open && (
        <SuggestionList
          ref={list}
          id={listId}
          label={texts.label}
          options={options}
          active={chosen}
          optionId={(_, index) => optionId(index)}
          onActiveChange={setActive}
          onPick={complete}
          className={cx(popClass, 'menu')}
        >
          {(option) => <TokenLabel kind={open.kind} value={option.value} text={option.text} />}
        </SuggestionList>
      )}
      <span className="sr-only" aria-live="polite">
        {options.length > 0 && texts.count(options.length)}
      </span>
    </div>
  );
};

/** The box around the line, with border and focus ring. */
export const LineBox = ({ isInvalid, children }: { isInvalid: boolean; children: ReactNode }) => (
  <div
    className={cx(
      'flex min-w-0 rounded-sm border bg-raised has-focus-visible:border-transparent has-focus-visible:outline-2 has-focus-visible:-outline-offset-1',
      isInvalid
        ? 'border-danger has-focus-visible:outline-danger'
        : 'border-line-control has-focus-visible:outline-focus',
    )}
  >
    {children}
  </div>
);
