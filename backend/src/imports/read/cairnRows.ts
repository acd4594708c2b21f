import {
  RELATION_KINDS,
  type RelationKind,
  TASK_PRIORITIES,
  TASK_STATUSES,
  type TaskPriority,
  type TaskStatus,
} from '../../../contract/enums.js';
import { importReason } from '../../../contract/importReasons.js';
import { ATTACHMENTS, CHECKLIST, LIMITS, REPEATS } from '../../../contract/limits.js';
import { parseRule, type Repeat, RepeatMode } from '../../../contract/repeat.js';
import { isTimeZone } from '../../../contract/timeZone.js';
import { cut, toImportThing, toTagColors } from './cleanTask.js';
import { isPossibleDay } from './dates.js';
import type { CairnTask, DraftRelation, DraftTask } from './draft.js';
import { isObject, type Json, moment, text } from './json.js';

/* Values and rows of our own download, which are unchecked because anyone can write such a file. */

/** The highest number that an imported task keeps. Keys have up to nine digits, so numbers for further tasks remain. */
export const NUMBER_MAX = 99_999_999;

const COLOR = /^#[0-9a-f]{6}$/;
export const color = (value: unknown): string | null => (COLOR.test(text(value)) ? text(value) : null);

/** A whole number from 1 to a limit, or null. */
export const readWholeNumber = (value: unknown, max: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max ? value : null;

export const day = (value: unknown): string | null => (isPossibleDay(text(value)) ? text(value) : null);

export const isStatus = (value: unknown): value is TaskStatus => TASK_STATUSES.some((status) => status === value);
export const isPriority = (value: unknown): value is TaskPriority =>
  TASK_PRIORITIES.some((priority) => priority === value);
export const isKind = (value: unknown): value is RelationKind => RELATION_KINDS.some((kind) => kind === value);

export const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

export type CairnDraft = DraftTask & { own: CairnTask; relations: DraftRelation[] };

export function readRepeat(value: unknown): Repeat | null {
  if (!isObject(value)) return null;
  const [rule, timeZone] = [text(value['rule']), text(value['timeZone'])];
  if (rule.length > REPEATS.ruleMax || parseRule(rule) === null || !isTimeZone(timeZone)) return null;
  return {
    mode: value['mode'] === RepeatMode.FROM_DONE ? RepeatMode.FROM_DONE : RepeatMode.FROM_DUE,
    rule,
    count: readWholeNumber(value['count'], REPEATS.countMax),
    until: day(value['until']),
    timeZone,
  };
}

/** A name without folders. */
export const fileName = (value: unknown): string =>
  cut(text(value).split(/[\\/]/).at(-1)?.trim() || 'Untitled', ATTACHMENTS.nameMax);

export function addItem({ checklist, losses, row: task }: CairnDraft, row: Json): void {
  const full = text(row['text']).trim();
  if (full === '') return;
  if (checklist.length >= CHECKLIST.max) {
    const why = importReason('checklistFull', { max: CHECKLIST.max });
    losses.push({ row: task, what: toImportThing('checklistItem', full), why });
    return;
  }
  const createdAt = moment(row['createdAt']);
  checklist.push({
    id: text(row['id']),
    text: cut(full, CHECKLIST.textMax),
    done: row['done'] === true,
    createdAt,
    updatedAt: moment(row['updatedAt']) ?? createdAt,
  });
}

export function addComment({ comments, losses, row: task }: CairnDraft, row: Json): void {
  const full = text(row['text']);
  if (full.trim() === '') return;
  // A comment that was itself imported or copied keeps the name of its original author.
  const source = [row['importedFrom'], row['copiedFrom']].find(isObject);
  const name = cut(text(source?.['name'] ?? row['authorName']).trim(), 100) || 'A former member';
  if (full.length > LIMITS.commentMax) {
    const why = importReason('commentTooLong', { max: LIMITS.commentMax });
    losses.push({ row: task, what: toImportThing('comment', name), why });
  }
  comments.push({
    id: text(row['id']),
    text: cut(full, LIMITS.commentMax),
    name,
    at: moment(source?.['at'] ?? row['createdAt']),
    createdAt: moment(row['createdAt']),
    updatedAt: moment(row['updatedAt']),
  });
}

export const readTagColors = (value: unknown): Record<string, string> =>
  isObject(value) ? toTagColors(Object.entries(value).map(([name, hex]) => [text(name), color(hex)])) : {};
