import { useRef, type ReactNode } from 'react';
import { Combobox } from '@base-ui/react/combobox';
import { Check, Minus } from 'lucide-react';
import { matchesText } from '@contract/fold';
import { tasksTexts } from '../../../texts/tasks';
import { Spinner } from '../../../ui/Spinner';
import type { AllSelected } from '../selection/selection';
import { AnchoredPopover } from './AnchoredPopover';

/** Something that can be picked. */
export interface PickerChoice<Value extends string = string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** How many of the tasks have this value. */
  held: 'all' | 'some' | 'none';
}

export interface PickerProps {
  /** The tasks to change. */
  tasks: readonly { id: string; projectId: string }[];
  /** Set if all tasks that match a filter are chosen; `tasks` are the loaded ones. */
  all?: AllSelected | null;
  /** The popover is anchored to this element, and returns the focus to the element that had it. */
  anchor: Element | null;
  onClose: () => void;
}

interface PickerPopoverProps<Value extends string> extends Omit<PickerProps, 'tasks' | 'all'> {
  label: string;
  /** Words in the empty field. */
  placeholder: string;
  choices: readonly PickerChoice<Value>[];
  onPick: (value: Value) => void;
  /** Whether several values can be picked one after another; otherwise the first pick closes the picker. */
  multiple?: boolean;
  /** Replaces the choices if they could not be loaded; null while they load. */
  note?: string | null | undefined;
  /** The message if nothing matches the typed text. */
  empty: string;
  query?: string;
  onQueryChange?: (query: string) => void;
}

const fits = (choice: PickerChoice, query: string): boolean => matchesText(choice.label, query);

/** A list to pick from, with a search field and the usual keys: arrows, Enter and Escape. */
export const PickerPopover = <Value extends string>(props: PickerPopoverProps<Value>) => {
  const { label, placeholder, choices, onPick, multiple = false, note, empty, anchor, onClose } = props;
  const { query, onQueryChange } = props;
  const input = useRef<HTMLInputElement>(null);

  const pick = (value: Value): void => {
    onPick(value);
    if (!multiple) onClose();
  };

  return (
    <AnchoredPopover
      label={label}
      anchor={anchor}
      onClose={onClose}
      initialFocus={input}
      className="flex w-60 flex-col"
    >
      <Combobox.Root
        inline
        open
        autoHighlight
        items={choices}
        multiple={multiple}
        value={
          multiple ? choices.filter(({ held }) => held === 'all') : (choices.find(({ held }) => held === 'all') ?? null)
        }
        isItemEqualToValue={(a: PickerChoice, b: PickerChoice) => a.value === b.value}
        itemToStringLabel={(choice: PickerChoice) => choice.label}
        filter={fits}
        {...(query !== undefined && {
          inputValue: query,
          onInputValueChange: (text: string) => onQueryChange?.(text),
        })}
      >
        <div className="flex-none border-b border-line p-1">
          <Combobox.Input
            dir="auto"
            ref={input}
            className="h-7 w-full bg-transparent px-2 outline-none max-md:h-11 pointer-coarse:text-md"
            placeholder={placeholder}
            aria-label={label}
            autoComplete="off"
            enterKeyHint="done"
          />
        </div>
        {note === undefined ? (
          <>
            <Combobox.Empty className="empty:hidden px-3 py-2 text-ink-3">{empty}</Combobox.Empty>
            <Combobox.List
              className="menu max-h-72 min-w-0 overflow-auto overscroll-contain data-empty:hidden"
              aria-label={label}
            >
              {(choice: PickerChoice<Value>) => (
                <Combobox.Item
                  key={choice.value}
                  value={choice}
                  className="menu-row"
                  onClick={() => pick(choice.value)}
                >
                  {choice.icon}
                  <span className="min-w-0 flex-1 truncate">{choice.label}</span>
                  {choice.held === 'all' && <Check />}
                  {choice.held === 'some' && (
                    <>
                      <Minus />
                      <span className="sr-only">{tasksTexts.pick.someOfThem}</span>
                    </>
                  )}
                </Combobox.Item>
              )}
            </Combobox.List>
          </>
        ) : (
          <p className="flex min-h-11 items-center px-3 py-2 text-ink-3">{note ?? <Spinner />}</p>
        )}
      </Combobox.Root>
    </AnchoredPopover>
  );
};
