import { setImmediate as nextTurn } from 'node:timers/promises';
import ICAL from 'ical.js';
import type { CalendarFeedKind, TaskPriority } from '../../contract/enums.js';
import { VERSION } from '../platform/lib/version.js';
import type { TaskRow } from '../tasks/task.reads.js';

export type CalendarTask = Omit<TaskRow, 'description'> & { excerpt: string };

/** The file of a calendar feed: iCalendar (RFC 5545) with the properties of RFC 7986. */
export interface CalendarFile {
  name: string;
  kind: CalendarFeedKind;
  tasks: readonly CalendarTask[];
  brand: string;
  publicUrl: string;
}

// The library does not count the space that begins a continued line; RFC 5545, 3.1, allows 75 octets with it.
ICAL.foldLength = 74;

/** How often calendars should fetch. Google ignores it and fetches every 8 to 24 hours. */
const REFRESH = 'PT1H';
/** A due time has no length, but calendars hide events without one. */
const EVENT_MINUTES = 30;
/** The number of entries that are written before other requests are served. An entry takes a quarter of a millisecond. */
const AT_ONCE = 50;
/** RFC 5545, 3.8.1.9: 1 is the highest, 9 the lowest. */
const PRIORITIES: Readonly<Record<TaskPriority, number>> = { URGENT: 1, HIGH: 3, MEDIUM: 5, LOW: 9 };

/** Removes control characters, which RFC 5545 forbids in texts. Line breaks and tabs are allowed. */
const cleanText = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '');

/** Escapes the value of a property that the library does not know and writes unchanged. */
const escapeText = (text: string): string =>
  cleanText(text)
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

const toUtc = (moment: string | number | Date): ICAL.Time => ICAL.Time.fromJSDate(new Date(moment), true);

function addDue(entry: ICAL.Component, kind: CalendarFeedKind, { dueDay, dueDate }: CalendarTask): void {
  const isEvent = kind === 'EVENTS';
  if (dueDay !== null) {
    const day = ICAL.Time.fromDateString(dueDay);
    entry.addPropertyWithValue(isEvent ? 'dtstart' : 'due', day);
    if (!isEvent) return;
    const next = day.clone();
    next.adjust(1, 0, 0, 0);
    entry.addPropertyWithValue('dtend', next);
  } else if (dueDate !== null) {
    entry.addPropertyWithValue(isEvent ? 'dtstart' : 'due', toUtc(dueDate));
    if (isEvent) entry.addPropertyWithValue('dtend', toUtc(new Date(dueDate).getTime() + EVENT_MINUTES * 60_000));
  }
}

const TODO_STATES = { TODO: 'NEEDS-ACTION', IN_PROGRESS: 'IN-PROCESS', IN_REVIEW: 'IN-PROCESS', DONE: 'COMPLETED' };

function addState(entry: ICAL.Component, kind: CalendarFeedKind, { status, completedAt }: CalendarTask): void {
  if (kind === 'EVENTS') {
    // a due date does not make its owner busy
    entry.addPropertyWithValue('transp', 'TRANSPARENT');
    return;
  }
  entry.addPropertyWithValue('status', TODO_STATES[status]);
  entry.addPropertyWithValue('percent-complete', status === 'DONE' ? 100 : 0);
  if (status === 'DONE' && completedAt !== null) entry.addPropertyWithValue('completed', toUtc(completedAt));
}

function toEntry(task: CalendarTask, { kind, publicUrl }: CalendarFile): ICAL.Component {
  const { id, title, status, version, createdAt, updatedAt, priority, tags, key, excerpt } = task;
  const entry = new ICAL.Component(kind === 'EVENTS' ? 'vevent' : 'vtodo');
  const url = `${publicUrl}/tasks/${id}`;
  const isDoneEvent = kind === 'EVENTS' && status === 'DONE';
  entry.addPropertyWithValue('uid', `${id}@${new URL(publicUrl).hostname}`);
  // not the time of the download, so that an unchanged feed is the same by the byte
  entry.addPropertyWithValue('dtstamp', toUtc(updatedAt));
  entry.addPropertyWithValue('created', toUtc(createdAt));
  entry.addPropertyWithValue('last-modified', toUtc(updatedAt));
  entry.addPropertyWithValue('sequence', version);
  addDue(entry, kind, task);
  entry.addPropertyWithValue('summary', cleanText(`${isDoneEvent ? '✓ ' : ''}${title}`));
  entry.addPropertyWithValue(
    'description',
    cleanText([excerpt, [key, url].filter(Boolean).join(' ')].filter(Boolean).join('\n\n')),
  );
  entry.addPropertyWithValue('url', url);
  entry.addPropertyWithValue('priority', PRIORITIES[priority]);
  if (tags.length > 0) {
    const categories = new ICAL.Property('categories');
    categories.setValues(tags.map(cleanText));
    entry.addProperty(categories);
  }
  addState(entry, kind, task);
  return entry;
}

const LINE_END = '\r\n';
const LAST_LINE = 'END:VCALENDAR';

/** Writes a feed: lines end with CRLF and are folded at 75 octets. The same tasks give the same bytes. */
export async function writeCalendar(file: CalendarFile): Promise<string> {
  const { name, brand, tasks } = file;
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', `-//${cleanText(brand)}//Cairn ${VERSION}//EN`);
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  calendar.addPropertyWithValue('method', 'PUBLISH');
  calendar.addPropertyWithValue('name', escapeText(name));
  calendar.addPropertyWithValue('x-wr-calname', escapeText(name));
  calendar.addPropertyWithValue('x-published-ttl', REFRESH);
  calendar.addProperty(new ICAL.Property(['refresh-interval', {}, 'duration', REFRESH]));
  const parts = [calendar.toString().slice(0, -LAST_LINE.length)];
  for (const [at, task] of tasks.entries()) {
    parts.push(toEntry(task, file).toString(), LINE_END);
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
  }
  return [...parts, LAST_LINE, LINE_END].join('');
}
