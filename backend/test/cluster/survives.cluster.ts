import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../support/builtProgram.js';
import { newPerson } from '../support/client.js';
import { signalAll } from '../faults/app.js';
import { Cluster } from './cluster.js';
import { type Load, type Report, startLoad } from './load.js';
import { MailServer } from './mailServer.js';
import { buildOlder } from './olderBuild.js';
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
/** How long an old and a new version work side by side, half of it with each one in the majority. */
const SIDE_BY_SIDE_MS = 60_000;
/** Of the sockets that were cut, this share may come back within the same 100 ms. */
const AT_ONCE = 0.25;
/** A mail that was being sent when its worker died is sent this long after another one is there. */
const MAIL_MS = 90_000;

/** Allowed answers besides success. If the database fails, writes get 503 and are repeated, and no socket is cut. */
const COME_AGAIN = /^(read )?503 UNAVAILABLE$/;
/** If a process stops, no writer notices it, and its sockets reconnect to others. */
const SOCKETS_ONLY = /^socket 100[16]$/;
/**
 * A process that freezes in the middle of a write holds the lock of its project until the database ends the
 * transaction. A query by POST that it has not answered is cut, because proxies cannot know that it is safe to repeat.
 */
const FROZEN = /^(socket 100[16]|(read )?503 UNAVAILABLE|read no answer UND_ERR_SOCKET)$/;

const folder = process.env.CLUSTER_FOLDER ?? '';
const mail = new MailServer();
const rows: Row[] = [];
let cluster: Cluster;

beforeAll(async () => {
  await buildServer();
  cluster = await Cluster.start(folder, await mail.listen());
});
afterAll(async () => {
  const marks = ['', '0', '0', '0', '0', '0', seconds(ANSWER_MS), seconds(HEALTHY_MS), '', '', `${AT_ONCE * 100} %`];
  console.log(`\n${table(rows, marks)}\n`);
  await cluster?.stop();
  await mail.close();
});

/** What is not as promised, in words. */
function failuresOf(report: Report, errors: RegExp): string[] {
  const { missing, doubled, givenUp, missedEvents, doubledEvents, signInsLost, slowestAnswerMs } = report;
  const { reconnects, reconnectsAtOnce } = report;
  const healthyMs = report.marks.at(-1)?.healthyAfterMs ?? 0;
  const lost = Object.entries({ missing, doubled, givenUp, missedEvents, doubledEvents, signInsLost });
  return [
    ...lost.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`),
    ...report.readLess.map((told) => `less was read than written: ${told}`),
    ...Object.entries(report.errors).flatMap(([error, count]) => (errors.test(error) ? [] : [`${count} x ${error}`])),
    ...(slowestAnswerMs > ANSWER_MS ? [`an answer took ${slowestAnswerMs} ms`] : []),
    ...(healthyMs > HEALTHY_MS ? [`all was well only after ${healthyMs} ms`] : []),
    ...(reconnectsAtOnce > reconnects.length * AT_ONCE
      ? [`${reconnectsAtOnce} of ${reconnects.length} sockets came back at once`]
      : []),
  ];
}

/**
 * Under the load: a calm, the blow, and a calm once all is whole again, with reads from the standby before and after. Answers
 * what was not as promised.
 */
async function survives(
  scenario: string,
  blow: (load: Load) => Promise<string>,
  errors: RegExp,
  { readsFail = true, readsBefore = true } = {},
): Promise<string[]> {
  const load = await startLoad({ url: cluster.url, writers: WRITERS, sockets: SOCKETS });
  let told = '';
  let report: Report;
  try {
    if (readsBefore) await cluster.readFromStandby();
    await sleep(CALM_MS);
    load.since('the blow');
    told = await blow(load);
    await until('all sockets stand', () => load.socketsUp === SOCKETS);
    // also one that is new there, and follows another primary than before
    await cluster.readFromStandby();
    await sleep(CALM_MS);
  } finally {
    report = await load.stop();
  }
  const failures = failuresOf(report, errors);
  if (!readsFail && report.readsFailed > 0) failures.push(`${report.readsFailed} reads failed`);
  rows.push({ scenario, report, told, ok: failures.length === 0 });
  return failures;
}

/** Stops a process of the app when HAProxy sends it no more requests, and starts it again. */
async function restart(app: Part): Promise<void> {
  expect(await app.stop()).toBe(0);
  await cluster.inFront(app, 'DOWN');
  app.start();
  await cluster.inFront(app, 'UP');
}

describe('under 20 writers and 300 sockets no acknowledged write, no event and no sign-in is lost', () => {
  it('when all processes are restarted one after the other: no request fails', async () => {
    const failures = await survives(
      'every process restarted, one after the other',
      async () => {
        for (const app of cluster.apps) await restart(app);
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
      { readsFail: false },
    );
    expect(failures).toEqual([]);
  });

  it('when etcd is lost and comes back: writes get 503 meanwhile and succeed afterwards', async () => {
    const failures = await survives(
      'etcd lost (SIGKILL), and back',
      async (load) => {
        await cluster.etcd.stop('SIGKILL');
        await sleep(AWAY_MS);
        const { acknowledged } = load;
        await sleep(CALM_MS);
        // a write that may be lost is not acknowledged
        expect(load.acknowledged).toBe(acknowledged);
        load.since('it is back');
        cluster.etcd.start();
        return `nothing was acknowledged meanwhile; whole again ${seconds(await cluster.whole())} after its start, from which the times count`;
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

  it('when a process of the app freezes and wakes up: a write gets 503 at worst', async () => {
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
      FROZEN,
    );
    expect(failures).toEqual([]);
  });

  it('when a newer version replaces an older one, with both running for a minute: no request fails', async () => {
    const { commit, build } = buildOlder(folder);
    await cluster.beginWith(build);
    const migrations = async (): Promise<string[]> => {
      const found = await cluster.query<{ name: string }>('select name from mikro_orm_migrations');
      return found.map(({ name }) => name);
    };
    const old = await migrations();
    const failures = await survives(
      `a newer version in the place of an older one, both side by side for ${SIDE_BY_SIDE_MS / 1_000} s`,
      async () => {
        for (const [index, app] of cluster.apps.entries()) {
          if (index > 0) await sleep(SIDE_BY_SIDE_MS / (cluster.apps.length - 1));
          cluster.runs(app);
          await restart(app);
        }
        cluster.runs(cluster.worker);
        expect(await cluster.worker.stop()).toBe(0);
        cluster.worker.start();
        const added = (await migrations()).filter((name) => !old.includes(name));
        // else nothing was shown
        expect(added).not.toEqual([]);
        return `from ${commit}; the first of the new ones adds ${added.map((name) => name.split('_')[1]).join(', ')}`;
      },
      SOCKETS_ONLY,
      // an older one may know of no replica
      { readsBefore: false },
    );
    expect(failures).toEqual([]);
  });
});

it('a mail that a worker was sending when it was killed is sent once by the next worker', async () => {
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
