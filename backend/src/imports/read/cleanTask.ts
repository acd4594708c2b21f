import { importReason, type ImportThing, type ImportThingKind } from '../../../contract/importReasons.js';
import { CHECKLIST, IMPORTS, LIMITS } from '../../../contract/limits.js';
import { isVisible } from '../../../contract/text.js';
import type { DraftComment, DraftItem, DraftTask, ImportLoss, ReportLoss } from './draft.js';

/** Cuts a text without splitting a character. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** A task as a reader returns it, before the limits of the app are applied. */
export interface RawTask extends Omit<DraftTask, 'losses' | 'checklist' | 'comments'> {
  checklist: DraftItem[];
  comments: DraftComment[];
  losses?: ImportLoss[];
  /** Paragraphs to append to the description, so that nothing of the file is lost. */
  notes: string[];
}

/** Removes characters that tags cannot contain. */
const cleanTag = (text: string): string => text.replaceAll(',', ' ').trim();

/** Turns a text into a tag: without commas, and shortened. */
export const toTag = (text: string): string => cut(cleanTag(text), LIMITS.tagMax);

type LabelColor = readonly [name: string, color: string | null | undefined];

/** Turns the colors of labels into those of tags. Leaves out labels without a name or a color. */
export function toTagColors(labels: readonly LabelColor[]): Record<string, string> {
  const colors = labels.map(([name, color]) => [toTag(name), color] as const);
  return Object.fromEntries(colors.flatMap(([name, color]) => (name === '' || color == null ? [] : [[name, color]])));
}

/** Turns the name of a board into the name of a project. */
export const toProjectName = (text: string): string => cut(text.trim(), LIMITS.projectNameMax);

/** Turns the name of a column, list or person into the form in which people choose what it becomes. */
export const toSourceName = (text: string): string => cut(text.trim(), IMPORTS.nameMax);

/** Returns how the report names a part of a row. */
export const toImportThing = (kind: ImportThingKind, name: string, max = 60): ImportThing =>
  name === '' ? { kind } : { kind, name: cut(name, max) };

/** How the report names a card or a task. */
export const rowOf = (kind: ImportThingKind, title: string): ImportThing =>
  toImportThing(kind, title.replaceAll(/\s+/g, ' '), 100);

/** How the report names a row of a table. */
export const tableRow = (number: number, title: string): ImportThing => ({ ...rowOf('row', title), number });

/** Turns texts into tags: without empty and repeated ones, up to the limit of a task. */
export function cleanTags(tags: readonly string[], reportLoss: ReportLoss): string[] {
  for (const tag of new Set(tags.map(cleanTag))) {
    if (tag.length > LIMITS.tagMax) {
      reportLoss(toImportThing('tag', tag), importReason('tagTooLong', { max: LIMITS.tagMax }));
    }
  }
  const short = [...new Set(tags.map(toTag))].filter((tag) => tag !== '');
  for (const tag of short.slice(LIMITS.tagsMax)) {
    reportLoss(toImportThing('tag', tag), importReason('tooManyTags', { max: LIMITS.tagsMax }));
  }
  return short.slice(0, LIMITS.tagsMax);
}

/** Adds the checklist items above the limit to the notes. */
function cleanChecklist(items: readonly DraftItem[], notes: string[]): DraftItem[] {
  const clean = items.map((item) => ({ ...item, text: item.text.replaceAll(/\s+/g, ' ').trim() }));
  const named = clean.filter(({ text }) => text !== '');
  const kept = named.slice(0, CHECKLIST.max);
  const rest = [...named.slice(CHECKLIST.max), ...kept.filter(({ text }) => text.length > CHECKLIST.textMax)];
  if (rest.length > 0) notes.push(rest.map(({ text, done }) => `- [${done ? 'x' : ' '}] ${text}`).join('\n'));
  return kept.map((item) => ({ ...item, text: cut(item.text, CHECKLIST.textMax) }));
}

function cleanComments(comments: readonly DraftComment[], reportLoss: ReportLoss): DraftComment[] {
  return comments.flatMap((comment) => {
    const text = comment.text.trim();
    if (text === '') return [];
    if (text.length > LIMITS.commentMax) {
      reportLoss(toImportThing('comment', comment.name), importReason('commentTooLong', { max: LIMITS.commentMax }));
    }
    return [{ ...comment, name: cut(comment.name.trim(), 100), text: cut(text, LIMITS.commentMax) }];
  });
}

/**
 * Applies the limits of the app to a task, and returns what was changed. Appends texts that do not fit elsewhere to the
 * description.
 */
export function cleanTask({ notes: given, losses: found = [], ...raw }: RawTask): DraftTask {
  const losses = [...found];
  const reportLoss: ReportLoss = (what, why) => void losses.push({ row: raw.row, what, why });
  const notes = [...given];
  const fullTitle = raw.title.replaceAll(/\s+/g, ' ').trim();
  const title = cut(fullTitle, LIMITS.taskTitleMax);
  const texts = [raw.description.trimEnd()];
  if (title !== fullTitle) {
    texts.unshift(fullTitle);
    reportLoss({ kind: 'title' }, importReason('titleMoved', { max: LIMITS.taskTitleMax }));
  }
  const checklist = cleanChecklist(raw.checklist, notes);
  const whole = [...texts, ...notes].filter((text) => text.trim() !== '').join('\n\n');
  // Leaves space for text that is appended later.
  const max = LIMITS.taskTextMax - IMPORTS.batch * 10;
  if (whole.length > max) reportLoss({ kind: 'description' }, importReason('descriptionTooLong', { max }));
  return {
    ...raw,
    title: isVisible(title) ? title : 'Untitled',
    description: cut(whole, max),
    tags: cleanTags(raw.tags, reportLoss),
    checklist,
    comments: cleanComments(raw.comments, reportLoss),
    losses,
  };
}
