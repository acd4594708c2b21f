import { readDayWords } from '../../lib/dates/dueWords';
import { projectsTexts } from '../../texts/projects';
import { DateField } from '../../ui/DateField';
import { Field } from '../../ui/Field';

const { duplicate: texts } = projectsTexts;

/** Returns the typed day; null if it is empty, and undefined if the text is not a day. */
export const readFirstDay = (words: string): string | null | undefined =>
  words.trim() === '' ? null : (readDayWords(words) ?? undefined);

interface FirstDayFieldProps {
  value: string;
  onValueChange: (value: string) => void;
  error?: string | undefined;
}

/** The day to which the earliest date of a copied project moves. */
export const FirstDayField = ({ value, onValueChange, error }: FirstDayFieldProps) => (
  <Field label={texts.firstDay} optional hint={texts.firstDayHint} error={error}>
    <DateField isDay value={value} onValueChange={onValueChange} />
  </Field>
);
