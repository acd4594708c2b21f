import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../built.js';
import { newPerson } from '../client.js';
import { signalAll } from '../faults/app.js';
import { Cluster } from './cluster.js';
import { type Report, startLoad } from './load.js';
import { MailServer } from './mailServer.js';
import { type Part, until } from './parts.js';
import { type Row, seconds, table } from './table.js';

const WRITERS = 20;
const SOCKETS = 300;
/** Every request is answered within this time, and so long after the blow nothing fails any more. */
const ANSWER_MS = 10_000;
const HEALTHY_MS = 15_000;
/** How long all goes well before the blow, and after it. */
const CALM_MS = 5_000;
/** How long something stays frozen or away. */
const AWAY_MS = 20_000;
/** Of the sockets that were cut, this share may come back within the same 100 ms. */
const AT_ONCE = 0.25;
/** A mail that was being sent when its worker died is sent this long after another one is there. */
const MAIL_MS = 90_000;

/** What may be answered beside success. Where the database fails, writes are told to come again, and no socket is cut. */
const COME_AGAIN = /^503 UNAVAILABLE$/;
/** Where a process goes, nobody who writes notices, and the sockets it had come back to others. */
const SOCKETS_ONLY = /^socket 100[16]$/;

const mail = new MailServer();
const rows: Row[] = [];
let cluster: Cluster;

beforeAll(async () => {
  await buildServer();
  cluster = await Cluster.start(process.env.CLUSTER_FOLDER ?? '', await mail.listen());
});
afterAll(async () => {
  const marks = ['', '0', '0', '0', '0', seconds(ANSWER_MS), seconds(HEALTHY_MS), '', '', `${AT_ONCE * 100} %`];
  console.log(`\n${table(rows, marks)}\n`);
  await cluster?.stop();
  await mail.close();
});

/** What is not as promised, in words. */
function failuresOf(report: Report, errors: RegExp): string[] {
  const { missing, doubled, givenUp, missedEvents, doubledEvents, signInsLost, slowestAnswerMs } = report;
  const { reconnects, reconnectsAtOnce } = report;
  const healthyMs = report.marks[0]?.healthyAfterMs ?? 0;
  const lost = Object.entries({ missing, doubled, givenUp, missedEvents, doubledEvents, signInsLost });
  return [
    ...lost.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`),
    ...Object.entries(report.errors).flatMap(([error, count]) => (errors.test(error) ? [] : [`${count} x ${error}`])),
    ...(slowestAnswerMs > ANSWER_MS ? [`an answer took ${slowestAnswerMs} ms`] : []),
    ...(healthyMs > HEALTHY_MS ? [`all was well only after ${healthyMs} ms`] : []),
    ...(reconnectsAtOnce > reconnects.length * AT_ONCE
      ? [`${reconnectsAtOnce} of ${reconnects.length} sockets came back at once`]
      : []),
  ];
}

/** Under the load: a calm, the blow, and a calm once all is whole again. Answers what was not as promised. */
async function survives(scenario: string, blow: () => Promise<string>, errors: RegExp): Promise<string[]> {
  const load = await startLoad({ url: cluster.url, writers: WRITERS, sockets: SOCKETS });
  await sleep(CALM_MS);
  load.since('the blow');
  let told = '';
  let report: Report;
  try {
    told = await blow();
    await until('all sockets stand', () => load.socketsUp === SOCKETS);
    await sleep(CALM_MS);
  } finally {
    report = await load.stop();
  }
  const failures = failuresOf(report, errors);
  rows.push({ scenario, report, told, ok: failures.length === 0 });
  return failures;
}

describe('under 20 writers and 300 sockets no acknowledged write, no event and no sign-in is lost', () => {
  it('when all processes are restarted one after the other: no request fails', async () => {
    const failures = await survives(
      'every process restarted, one after the other',
      async () => {
        for (const app of cluster.apps) {
          expect(await app.stop()).toBe(0);
          await cluster.inFront(app, 'DOWN');
          app.start();
          await cluster.inFront(app, 'UP');
        }
        expect(await cluster.worker.stop()).toBe(0);
        cluster.worker.start();
        return '';
      },
      SOCKETS_ONLY,
    );
    expect(failures).toEqual([]);
  });

  it('when the machine of the primary is lost and the standby promoted', async () => {
    const failures = await survives(
      'the machine of the primary lost (PostgreSQL and Patroni, SIGKILL)',
      async () => {
        const [lost, heir] = [await cluster.primary(), await cluster.standby()];
        const away = lost.lose();
        const promoted = await until('the standby is promoted', () => heir.is('primary'));
        await away;
        await sleep(HEALTHY_MS);
        lost.patroni.start();
        const whole = await cluster.whole();
        return `promoted after ${seconds(promoted)}; started again, the lost one is a synchronous standby after ${seconds(whole)}`;
      },
      COME_AGAIN,
    );
    expect(failures).toEqual([]);
  });

  it('when PostgreSQL is killed on the primary', async () => {
    const failures = await survives(
      'PostgreSQL of the primary killed (SIGKILL), its Patroni alive',
      async () => {
        const [lost, heir] = [await cluster.primary(), await cluster.standby()];
        signalAll(lost.processes(), 'SIGKILL');
        const promoted = await until('the standby is promoted', () => heir.is('primary'));
        await cluster.whole();
        return `promoted after ${seconds(promoted)}`;
      },
      COME_AGAIN,
    );
    expect(failures).toEqual([]);
  });

  it('when the machine of the primary freezes, is replaced, and wakes up believing that it is the primary', async () => {
    const failures = await survives(
      `the machine of the primary frozen for ${AWAY_MS / 1_000} s (SIGSTOP)`,
      async () => {
        const [frozen, heir] = [await cluster.primary(), await cluster.standby()];
        const thaw = frozen.freeze();
        const promoted = await until('the standby is promoted', () => heir.is('primary'));
        await sleep(AWAY_MS - promoted);
        thaw();
        await until('there is one primary', async () => !(await frozen.is('primary')));
        await cluster.whole();
        return `promoted after ${seconds(promoted)}`;
      },
      COME_AGAIN,
    );
    expect(failures).toEqual([]);
  });

  it('when the machine of the standby is lost and comes back', async () => {
    const failures = await survives(
      'the machine of the standby lost (SIGKILL), and back',
      async () => {
        const standby = await cluster.standby();
        await standby.lose();
        await sleep(AWAY_MS);
        standby.patroni.start();
        return `synchronous again ${seconds(await cluster.whole())} after its start`;
      },
      COME_AGAIN,
    );
    expect(failures).toEqual([]);
  });

  it('when PgBouncer is restarted', async () => {
    const failures = await survives(
      'PgBouncer restarted',
      async () => {
        await cluster.pooler.stop();
        cluster.pooler.start();
        await sleep(HEALTHY_MS);
        return '';
      },
      COME_AGAIN,
    );
    expect(failures).toEqual([]);
  });

  it('when a process of the app freezes and wakes up: no write fails', async () => {
    const failures = await survives(
      `a process of the app frozen for ${AWAY_MS / 1_000} s (SIGSTOP)`,
      async () => {
        const [app] = cluster.apps as [Part];
        app.signal('SIGSTOP');
        const out = await cluster.inFront(app, 'DOWN');
        await sleep(AWAY_MS);
        app.signal('SIGCONT');
        await cluster.inFront(app, 'UP');
        await sleep(CALM_MS);
        return `out after ${seconds(out)}`;
      },
      SOCKETS_ONLY,
    );
    expect(failures).toEqual([]);
  });
});

it('a mail that a worker was handing over when it was killed is sent once by the next', async () => {
  mail.holds = true;
  const person = await newPerson(cluster);
  await until('the mail is being handed over', () => mail.handed.includes(person.email));
  await cluster.worker.stop('SIGKILL');
  mail.holds = false;
  cluster.worker.start();
  const ms = await until('the mail is sent', () => mail.taken.includes(person.email), MAIL_MS);
  await until('no job is left', async () => {
    const left = await cluster.query("select 1 from graphile_worker.jobs where task_identifier = 'mailAccount'");
    return left.length === 0;
  });
  const times = mail.taken.filter((to) => to === person.email).length;
  const told = `sent ${times} time, ${seconds(ms)} after the next one's start`;
  rows.push({ scenario: 'the worker killed while it hands over a mail', told, ok: times === 1 });
  expect(times).toBe(1);
});
