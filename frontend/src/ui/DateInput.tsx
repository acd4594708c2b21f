import type { ReactNode } from 'react';
import { formatDue } from '../lib/dates/dueText';
import { readDueWords } from '../lib/dates/dueWords';
import { dateTexts } from '../texts/date';
import { TextInput } from './TextInput';

export interface DateInputProps {
  /** What is typed. `readDueWords` says what it means. */
  value: string;
  onValueChange: (value: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  name?: string;
  /** Stands inside the box, after the text. */
  end?: ReactNode;
}

/** A day with or without a time, written as one likes: it is text, so that half a date is kept like half a word. */
export const DateInput = ({ value, onValueChange, onBlur, ...rest }: DateInputProps) => (
  <TextInput
    {...rest}
    autoComplete="off"
    placeholder={dateTexts.placeholder}
    value={value}
    onChange={({ target }) => onValueChange(target.value)}
    onBlur={() => {
      // Says how it was understood.
      const words = formatDue(readDueWords(value)?.due ?? '');
      if (words !== '' && words !== value) onValueChange(words);
      onBlur?.();
    }}
  />
);
