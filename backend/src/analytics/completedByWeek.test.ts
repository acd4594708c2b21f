import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';

/** A Wednesday; winter time began in Berlin on Sunday, October 25. */
const NOW = '2026-11-04T12:00:00Z';

let server: TestServer;
let clock = Date.parse(NOW);

beforeAll(async () => {
  // sessions that outlive the moved clock
  server = await startServer({ now: () => new Date(clock), env: { SESSION_DAYS: '3650' } });
});
afterAll(() => server.close());

const at = (moment: string): void => void (clock = Date.parse(moment));
const setStatus = ({ client }: Person, id: string, status: string) =>
  client.rest('patch', `/tasks/${id}/status`, { status });

/** The last weeks as the viewer sees them at NOW. */
async function weeks({ client }: Person): Promise<{ weekStart: string; completed: number }[]> {
  at(NOW);
  return (await client.rest('get', '/dashboard/stats')).body.data.completedByWeek;
}
const counts = async (person: Person): Promise<number[]> => (await weeks(person)).map(({ completed }) => completed);

/** Creates a person in a time zone with an old project. */
async function personIn(timeZone?: string): Promise<{ person: Person; projectId: string }> {
  at('2026-08-01T12:00:00Z');
  const person = await newPerson(server);
  if (timeZone) expect((await person.client.rest('put', '/auth/preferences', { timeZone })).status).toBe(200);
  return { person, projectId: (await newProject(person)).id };
}

async function completeAt(moment: string, person: Person, projectId: string): Promise<string> {
  at('2026-08-02T12:00:00Z');
  const { id } = await newTask(person, projectId);
  at(moment);
  await setStatus(person, id, 'DONE');
  return id;
}

describe('what was completed by week', () => {
  it('has eight weeks from Monday on, the running one last, empty ones as well', async () => {
    const { person } = await personIn();
    expect(await weeks(person)).toEqual(
      [
        '2026-09-14',
        '2026-09-21',
        '2026-09-28',
        '2026-10-05',
        '2026-10-12',
        '2026-10-19',
        '2026-10-26',
        '2026-11-02',
      ].map((weekStart) => ({ weekStart, completed: 0 })),
    );
  });

  it('counts a task that is done now once, in the week in which it was done last', async () => {
    const { person, projectId } = await personIn();
    const again = await completeAt('2026-09-16T08:00:00Z', person, projectId);
    const reopened = await completeAt('2026-09-16T09:00:00Z', person, projectId);
    const deleted = await completeAt('2026-09-16T10:00:00Z', person, projectId);
    await completeAt('2026-09-13T23:59:59Z', person, projectId); // a week too early
    await completeAt('2026-09-14T00:00:00Z', person, projectId);
    at('2026-10-07T12:00:00Z');
    await setStatus(person, again, 'TODO');
    await setStatus(person, reopened, 'IN_REVIEW');
    await person.client.rest('delete', `/tasks/${deleted}`);
    await setStatus(person, again, 'DONE');
    await newTask(person, projectId, { status: 'DONE', title: 'Made as done' });
    at('2026-11-04T11:00:00Z');
    await person.client.rest('put', `/tasks/${again}`, { title: 'Changed, still done' });
    expect(await counts(person)).toEqual([1, 0, 0, 2, 0, 0, 0, 0]);
  });

  it('begins a week where the person is, also after a clock change', async () => {
    const moments = [
      '2026-10-18T22:30:00Z', // Monday 00:30 in Berlin (summer), Sunday in UTC and New York
      '2026-10-25T22:30:00Z', // Sunday 23:30 in Berlin (winter): with summer time it would be Monday
      '2026-10-25T23:30:00Z', // Monday 00:30 in Berlin
      '2026-11-02T04:30:00Z', // Sunday 23:30 in New York (winter since November 1), Monday elsewhere
    ];
    const expected = {
      'Europe/Berlin': [0, 0, 0, 0, 0, 2, 1, 1],
      UTC: [0, 0, 0, 0, 1, 2, 0, 1],
      'America/New_York': [0, 0, 0, 0, 1, 2, 1, 0],
    };
    for (const [timeZone, numbers] of Object.entries(expected)) {
      const { person, projectId } = await personIn(timeZone);
      for (const moment of moments) await completeAt(moment, person, projectId);
      expect(await counts(person), timeZone).toEqual(numbers);
    }
  });

  it('covers the projects that are visible now, whatever the assignee', async () => {
    const { person: owner, projectId } = await personIn();
    const { person, projectId: own } = await personIn();
    await completeAt('2026-11-03T12:00:00Z', owner, projectId);
    await completeAt('2026-11-03T12:00:00Z', person, own);
    expect(await counts(person)).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    await addMember(owner, projectId, person);
    expect((await counts(person)).at(-1)).toBe(2);
    await person.client.rest('delete', `/projects/${own}`);
    expect((await counts(person)).at(-1)).toBe(1);
    await owner.client.rest('delete', `/projects/${projectId}/members/${person.id}`);
    expect((await counts(person)).at(-1)).toBe(0);
  });
});
