import type { ReactNode, Ref } from 'react';
import { formatDue } from '../lib/dates/dueText';
import { readDueWords } from '../lib/dates/dueWords';
import { hasLeftField } from '../lib/hasLeftField';
import { dateTexts } from '../texts/date';
import { TextInput } from './TextInput';

export interface DateInputProps {
  /** The typed text, for `readDueWords`. */
  value: string;
  onValueChange: (value: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  /** Rendered inside the box, after the text. */
  end?: ReactNode;
}

/** A date with an optional time, as free text, so that a half-typed date is kept. */
export const DateInput = ({ value, onValueChange, onBlur, ...rest }: DateInputProps) => (
  <TextInput
    {...rest}
    autoComplete="off"
    placeholder={dateTexts.placeholder}
    value={value}
    onChange={({ target }) => onValueChange(target.value)}
    onBlur={(event) => {
      if (!hasLeftField(event)) return;
      // Announces how it was understood.
      const words = formatDue(readDueWords(value)?.due ?? '');
      if (words !== '' && words !== value) onValueChange(words);
      onBlur?.();
    }}
  />
);
