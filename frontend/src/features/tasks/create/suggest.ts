// Suggestions for the word being typed in the line of a new task.
import { TASK_PRIORITIES } from '@contract/enums';
import { fold } from '@contract/fold';
import { toPeopleNames, toProjectNames, splitWords, type NamedSuggestion, type Suggestion } from './matchNames';
import { isNewTag, TOKEN_KINDS, type QuickAddContext, type TokenPrefix, type TokenKind } from './quickAdd';
import { LOCALE } from '../../../language/language';
import { PRIORITY_LABELS } from '../../../lib/text';
import { dateTexts } from '../../../texts/date';

/** The token being typed at the caret. */
export interface OpenToken {
  kind: TokenKind;
  start: number;
  query: string;
}

/** The token before the caret; null if there is none. */
export const openTokenAt = (text: string, caret: number): OpenToken | null => {
  const line = text.lastIndexOf('\n', caret - 1) + 1;
  const found = [...text.slice(line, caret).matchAll(/(?<!\S)[#@!^+]/gu)].at(-1);
  if (!found) return null;
  const start = line + found.index;
  const query = text.slice(start + 1, caret);
  // A prefix alone is a token; a name or a date after it has few words.
  if (/^\s/u.test(query) || query.split(/\s+/u).length > 3) return null;
  return { kind: TOKEN_KINDS[found[0] as TokenPrefix], start, query };
};

const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'long' });

/** Examples of dates, if the parser understands them: today, tomorrow, next week, and the days from Monday on. */
const DAYS = [
  ...(['today', 'tomorrow', 'nextWeek'] as const).map((name) => dateTexts.quick[name]),
  ...Array.from({ length: 7 }, (_, day) => weekday.format(new Date(2024, 0, 1 + day))),
].map((text) => text.toLocaleLowerCase(LOCALE));
const MAX_SUGGESTIONS = 6;

const filterSuggestions = (query: string, among: readonly NamedSuggestion[]): readonly Suggestion[] => {
  const typed = splitWords(query);
  const fits =
    typed.length === 0 ? among : among.filter(({ names }) => names.some((name) => startsWithTyped(typed, name)));
  return fits.slice(0, MAX_SUGGESTIONS).map(({ value, text }) => ({ value, text }));
};

/** While typing, a single letter counts, too. */
const startsWithTyped = (typed: readonly string[], name: readonly string[]): boolean =>
  name.some((_word, at) => typed.every((word, index) => (name[at + index] ?? '').startsWith(word)));

/** Returns suggestions for the open token, in a line whose task belongs to this project. */
export const suggestionsFor = (
  { kind, query }: OpenToken,
  known: QuickAddContext,
  projectId: string,
): readonly Suggestion[] => {
  switch (kind) {
    case 'project':
      return filterSuggestions(query, toProjectNames(known.projects));
    case 'assignee': {
      const members = filterSuggestions(query, toPeopleNames((projectId && known.membersOf(projectId)) || []));
      return members.length > 0 ? members : filterSuggestions(query, toPeopleNames(known.everyone ?? []));
    }
    case 'priority':
      return filterSuggestions(
        query,
        TASK_PRIORITIES.map((value) => {
          const text = PRIORITY_LABELS[value].toLocaleLowerCase(LOCALE);
          return { value, text, names: [splitWords(text), splitWords(value)] };
        }),
      );
    case 'due':
      return filterSuggestions(
        query,
        DAYS.flatMap((text) => {
          const value = known.readDue?.(text) ?? null;
          return value === null ? [] : { value, text, names: [text.split(' ')] };
        }),
      );
    case 'repeat':
      return [];
    case 'tag': {
      const tags = known.tagsOf(projectId).map((tag) => ({ value: tag, text: tag, names: [splitWords(tag)] }));
      const there = filterSuggestions(query, tags);
      // The new tag comes after the existing ones.
      const isNew = isNewTag(query) && tags.every(({ text }) => fold(text) !== fold(query));
      return there.length > 0 && isNew ? [...there, { value: query, text: query }] : there;
    }
  }
};

/** Returns the line with the suggestion inserted, the new position of the caret, and the choice for these words. */
export const completeToken = (
  text: string,
  caret: number,
  { start }: OpenToken,
  chosen: Suggestion,
): { text: string; caret: number; raw: string } => {
  const raw = `${text.charAt(start)}${chosen.text}`;
  const rest = text.slice(caret);
  const space = /^\s/u.test(rest) ? '' : ' ';
  return { text: text.slice(0, start) + raw + space + rest, caret: start + raw.length + 1, raw };
};
