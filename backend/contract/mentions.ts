import { LIMITS } from './limits.js';

/**
 * Marks that end a name, or a part of a text in which it stands: brackets, quotes, and those of Chinese and Japanese, too.
 * Full stop, underscore and hyphen are not among them, because they are common in usernames.
 */
const MARKS = String.raw`\p{Ps}\p{Pe}\p{Pi}\p{Pf},;:!?…—–'"*~|，。、；：！？`;
/** What a mention can follow, apart from the start: white space, a mark, or text of a script without spaces. */
const BEFORE = String.raw`\s${MARKS}_>\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}`;
const START = `(?<![^${BEFORE}])@`;

/** `@name@host` is an address. */
const MENTION = new RegExp(String.raw`${START}([^\s@]+)(?![^\s@]|(?<=[^${BEFORE}])@)`, 'gu');
const FROM_MARK = new RegExp(`[${MARKS}].*$`, 'su');
const LAST_MARKS = new RegExp(`[${MARKS}._]+$`, 'u');

/** A mention that is being typed at the end of the text; captures what follows the `@`. */
export const OPEN_MENTION = new RegExp(String.raw`${START}([^\s@]*)$`, 'u');

/**
 * Finds the places where a text can mention a user as `@name`, each with the possible names, the longest first: all
 * characters up to white space, because usernames can contain marks; without the last marks; and up to the first mark.
 */
export const findMentionPlaces = (text: string): { at: number; names: readonly string[] }[] =>
  [...text.matchAll(MENTION)].map(({ index, 1: run = '' }) => {
    // Enough for every name; the pattern of the last marks is slow for long texts.
    const whole = run.slice(0, 2 * LIMITS.usernameMax);
    const names = [whole, whole.replace(LAST_MARKS, ''), whole.replace(FROM_MARK, '').replace(LAST_MARKS, '')];
    return { at: index, names: [...new Set(names)] };
  });
