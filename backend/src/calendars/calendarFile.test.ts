import { describe, expect, it } from 'vitest';
import { countTurns } from '../../test/support/countTurns.js';
import { type CalendarTask, writeCalendar } from './calendarFile.js';

const newTask = (n: number) =>
  ({
    id: `019a9f5e-8c3b-7a50-9d2e-${String(n).padStart(12, '0')}`,
    key: `HARB-${n}`,
    title: `Task ${n}`,
    excerpt: '',
    status: 'TODO',
    priority: 'LOW',
    tags: [],
    dueDay: '2026-12-01',
    dueDate: '2026-12-01T18:00:00.000Z',
    completedAt: null,
    createdAt: '2026-11-01T09:00:00.000Z',
    updatedAt: '2026-11-01T09:00:00.000Z',
    version: 1,
  }) as unknown as CalendarTask;

describe('the file of a calendar feed', () => {
  it('is written in steps, between which other requests are served', async () => {
    const turns = countTurns();
    const file = await writeCalendar({
      name: 'My tasks',
      kind: 'EVENTS',
      tasks: Array.from({ length: 200 }, (_, n) => newTask(n)),
      brand: 'Cairn',
      publicUrl: 'https://cairn.example',
    });
    turns.stop();
    expect(file.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(200);
    expect(file).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]+\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n$/);
    expect(turns.soFar()).toBeGreaterThanOrEqual(3);
  });
});
