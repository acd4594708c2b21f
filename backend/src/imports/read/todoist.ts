import { casual } from 'chrono-node/en';
import { IMPORTS } from '../../../contract/limits.js';
import { isDay } from '../../../contract/text.js';
import { cleanTask, cut, type RawTask, storableText } from './cleanTask.js';
import { parseDate } from './dates.js';
import { type Draft, type DraftPerson, type DraftTask, type ReadOptions, UnreadableFile } from './draft.js';
import { readTable } from './table.js';
import { orderTree } from './treeOrder.js';

/*
 * The CSV template of a Todoist project: one row for each section, task and comment in the order of the project. Subtasks are
 * indented, a comment belongs to the task above it, and dates are in words. Priority 1 is the highest.
 */

const PRIORITIES = ['URGENT', 'HIGH', 'MEDIUM', 'LOW'] as const;

/** Takes the labels out of a content: `Buy milk @shop`. */
function splitLabels(content: string): { title: string; tags: string[] } {
  const tags = [...content.matchAll(/(?<=^|\s)@([^\s@]+)/gu)].map(([, tag = '']) => tag);
  return {
    title:
      content
        .replaceAll(/(?<=^|\s)@[^\s@]+/gu, '')
        .replaceAll(/\s+/g, ' ')
        .trim() || content,
    tags,
  };
}

/** Reads a date in words, as seen today. */
function readDue(text: string, { timeZone, today, dateOrder }: ReadOptions): string | null {
  const plain = parseDate(text, dateOrder ?? 'DAY_FIRST', timeZone);
  if (plain !== null) return plain;
  const [found, ...others] = casual.parse(text, new Date(`${today}T12:00:00`), { forwardDate: true });
  if (!found || others.length > 0 || found.text.length < text.trim().length) return null;
  const { start } = found;
  const day = [start.get('year'), start.get('month'), start.get('day')]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  if (!isDay(day)) return null;
  if (!start.isCertain('hour')) return day;
  const time = `${String(start.get('hour')).padStart(2, '0')}:${String(start.get('minute') ?? 0).padStart(2, '0')}`;
  return parseDate(`${day} ${time}`, 'DAY_FIRST', timeZone);
}

export async function readTodoist(parts: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Draft> {
  const { header, rows } = await readTable(parts);
  const places = new Map(header.map((name, at) => [name.toUpperCase(), at]));
  if (!places.has('TYPE') || !places.has('CONTENT')) {
    throw new UnreadableFile(
      'This is not a Todoist template: it has no columns TYPE and CONTENT. Choose “CSV” for other tables.',
    );
  }
  const lists: Draft['head']['lists'] = [];
  const people = new Map<string, DraftPerson>();
  const raws: RawTask[] = [];
  const above: string[] = [];
  const counts = new Map<string, number>();
  let listId: string | null = null;
  for (const [at, row] of rows.entries()) {
    const cell = (name: string): string => storableText(row[places.get(name) ?? -1] ?? '').trim();
    const type = cell('TYPE').toLowerCase();
    const content = cell('CONTENT');
    const name = `Row ${at + 2} “${cut(content.replaceAll(/\s+/g, ' '), 100)}”`;
    if (type === 'section') {
      listId = `section:${content}`;
      if (!lists.some(({ id }) => id === listId))
        lists.push({ id: listId, name: content || 'Untitled', limit: null, isArchived: false });
      if (lists.length > IMPORTS.lists) throw new UnreadableFile(`The file has more than ${IMPORTS.lists} sections.`);
      continue;
    }
    if (type === 'note' || type === 'comment') {
      const task = raws.at(-1);
      const author = cell('AUTHOR').replace(/\s*\(\d+\)$/, '');
      if (content !== '') {
        task?.comments.push({
          id: `${task.id}:${task.comments.length}`,
          text: content,
          name: author || 'Unknown',
          at: null,
        });
      }
      continue;
    }
    if (type !== 'task' || content === '') continue;
    const indent = Math.max(1, Math.min(4, Number(cell('INDENT')) || 1));
    const { title, tags } = splitLabels(content);
    // The row has no id. The place in the tree and the content stay the same from one file to the next.
    const parentId = indent > 1 ? (above[indent - 2] ?? null) : null;
    const base = `${listId ?? ''}/${parentId ?? ''}/${content}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    const id = count === 1 ? base : `${base}#${count}`;
    above.length = indent - 1;
    above[indent - 1] = id;
    const responsible = cell('RESPONSIBLE');
    if (responsible !== '' && !people.has(responsible)) {
      people.set(responsible, { id: responsible, name: responsible.replace(/\s*\(\d+\)$/, ''), email: null });
    }
    const date = cell('DATE');
    const due = date === '' ? null : readDue(date, options);
    const losses: RawTask['losses'] = [];
    const notes: string[] = [];
    if (date !== '' && due === null) {
      const isRepeat = /^(every|after|ev\b)/i.test(date);
      losses.push({
        row: name,
        what: `Date “${cut(date, 60)}”`,
        why: isRepeat
          ? 'not copied: how the task repeats is in the description'
          : 'not a date that can be read; it is in the description',
      });
      notes.push(`- Date: ${date}`);
    }
    raws.push({
      id,
      row: name,
      listId,
      title,
      description: cell('DESCRIPTION'),
      priority: PRIORITIES[(Number(cell('PRIORITY')) || 4) - 1] ?? 'LOW',
      due,
      startDate: null,
      tags,
      assignees: responsible === '' ? [] : [responsible],
      isDone: false,
      isArchived: false,
      parentId,
      url: null,
      createdAt: null,
      updatedAt: null,
      checklist: [],
      comments: [],
      losses,
      notes,
    });
  }
  const tasks: DraftTask[] = raws.map(cleanTask);
  return {
    head: {
      name: '',
      lists,
      people: [...people.values()],
      fields: [],
      dateOrder: null,
      tagColors: {},
      losses: [],
    },
    tasks: orderTree(tasks),
  };
}
