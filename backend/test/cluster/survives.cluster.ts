import { cpus, release } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson } from '../client.js';
import { signalAll } from '../faults/app.js';
import { buildServer } from '../built.js';
import { Cluster } from './cluster.js';
import { type Load, type Report, startLoad } from './load.js';
import { MailServer } from './mailServer.js';
import { type Part, until } from './parts.js';
import { type Row, seconds, table } from './table.js';

const WRITERS = 20;
const SOCKETS = 300;
/** Every request is answered within this time, and this long after the blow nothing fails any more. */
const ANSWER_MS = 10_000;
const HEALTHY_MS = 15_000;
/** How long all must go well before and after. */
const CALM_MS = 5_000;
/** Of the sockets that were cut, so many may come back within the same 100 ms. */
const AT_ONCE = 0.25;
/** A mail that was being sent when its worker died is sent within this time after another one is there. */
const MAIL_MS = 90_000;

const mail = new MailServer();
const rows: Row[] = [];
let cluster: Cluster;

beforeAll(async () => {
  await buildServer();
  cluster = await Cluster.start(process.env.CLUSTER_FOLDER ?? '', await mail.listen());
});
afterAll(async () => {
  const [{ model } = { model: 'unknown' }] = cpus();
  console.log(
    `\n${cpus().length} cores (${model.trim()}), Linux ${release()}, Node.js ${process.version}\n\n${table(rows)}\n`,
  );
  await cluster?.stop();
  await mail.close();
});

/** Where it is the database that fails, writes are told to come again, and no socket is cut. */
const COME_AGAIN = /^503 UNAVAILABLE$/;
/** Where it is a process, nobody who writes notices, and the sockets it had come back to others. */
const SOCKETS_ONLY = /^socket 100[16]$/;

/** Under the load: a calm, the blow, and a calm once all is well again. What nobody may lose holds for all of them. */
async function survives(scenario: string, blow: (load: Load) => Promise<string>, errors: RegExp): Promise<void> {
  const load = await startLoad({ url: cluster.url, writers: WRITERS, sockets: SOCKETS });
  await sleep(CALM_MS);
  load.since('blow');
  const told = await blow(load);
  await until('all sockets stand', () => load.socketsUp === SOCKETS);
  await sleep(CALM_MS);
  const report = await load.stop();
  const failures = failuresOf(report, errors);
  const [mark] = report.marks;
  rows.push({
    scenario,
    measured: [
      told,
      `${report.acknowledged} writes acknowledged, ${report.missing} missing, ${report.doubled} doubled`,
      `${report.missedEvents} events missed`,
      `${report.signInsLost} sign-ins lost`,
      `slowest answer ${seconds(report.slowestAnswerMs)}`,
      `all well after ${seconds(mark?.healthyAfterMs ?? 0)}`,
      `${report.reconnects.length} sockets cut, back within ${seconds(Math.max(0, ...report.reconnects))}, ${report.reconnectsAtOnce} at once`,
    ]
      .filter(Boolean)
      .join('; '),
    marks: `0, 0, 0, 0; answers in ${seconds(ANSWER_MS)}, all well after ${seconds(HEALTHY_MS)}`,
    ok: failures.length === 0,
  });
  console.log(scenario, JSON.stringify({ ...report, reconnects: report.reconnects.length }, null, 1));
  expect(failures).toEqual([]);
}

/** What is not as promised, in words. */
function failuresOf(report: Report, errors: RegExp): string[] {
  const { missing, doubled, givenUp, missedEvents, doubledEvents, signInsLost } = report;
  const [mark] = report.marks;
  const lost = Object.entries({ missing, doubled, givenUp, missedEvents, doubledEvents, signInsLost });
  return [
    ...lost.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`),
    ...Object.keys(report.errors).filter((error) => !errors.test(error)),
    ...(report.slowestAnswerMs > ANSWER_MS ? [`an answer took ${report.slowestAnswerMs} ms`] : []),
    ...((mark?.healthyAfterMs ?? 0) > HEALTHY_MS ? [`healthy only after ${mark?.healthyAfterMs} ms`] : []),
    ...(report.reconnectsAtOnce > Math.max(20, report.reconnects.length * AT_ONCE)
      ? [`${report.reconnectsAtOnce} of ${report.reconnects.length} sockets came back at once`]
      : []),
  ];
}

it('a rolling restart of all processes', () =>
  survives(
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
  ));

it('the machine of the primary lost', () =>
  survives(
    'the machine of the primary lost (PostgreSQL and Patroni killed), the standby promoted',
    async () => {
      const lost = await cluster.primary();
      const heir = await cluster.standby();
      const since = performance.now();
      await lost.lose();
      await until('the standby is promoted', () => heir.is('primary'));
      const promoted = seconds(performance.now() - since);
      await sleep(HEALTHY_MS);
      lost.patroni.start();
      const whole = await cluster.whole();
      return `promoted after ${promoted}, the lost one a synchronous standby again ${seconds(whole)} after its start`;
    },
    COME_AGAIN,
  ));

it('the PostgreSQL of the primary killed', () =>
  survives(
    'PostgreSQL on the primary killed, its Patroni alive',
    async () => {
      const lost = await cluster.primary();
      const heir = await cluster.standby();
      const since = performance.now();
      signalAll(lost.processes(), 'SIGKILL');
      await until('the standby is promoted', () => heir.is('primary'));
      const promoted = seconds(performance.now() - since);
      await cluster.whole();
      return `promoted after ${promoted}`;
    },
    COME_AGAIN,
  ));

it('the standby lost', () =>
  survives(
    'the standby lost and back',
    async () => {
      const standby = await cluster.standby();
      await standby.lose();
      await sleep(HEALTHY_MS);
      standby.patroni.start();
      await cluster.whole();
      return '';
    },
    COME_AGAIN,
  ));

it('PgBouncer restarted', () =>
  survives(
    'PgBouncer restarted',
    async () => {
      await cluster.pooler.stop('SIGTERM');
      cluster.pooler.start();
      await sleep(HEALTHY_MS);
      return '';
    },
    COME_AGAIN,
  ));

it('one process frozen (SIGSTOP)', () =>
  survives(
    'one process of the app frozen for 20 s (SIGSTOP)',
    async () => {
      const [app] = cluster.apps as [Part];
      app.signal('SIGSTOP');
      const out = await cluster.inFront(app, 'DOWN');
      await sleep(20_000);
      app.signal('SIGCONT');
      await cluster.inFront(app, 'UP');
      return `out after ${seconds(out)}`;
    },
    SOCKETS_ONLY,
  ));

it('a worker killed in a mail', async () => {
  mail.holds = true;
  const person = await newPerson(cluster);
  await until('the mail is being handed over', () => mail.handed.includes(person.email));
  await cluster.worker.stop('SIGKILL');
  mail.holds = false;
  cluster.worker.start();
  const ms = await until('the mail is sent', () => mail.taken.includes(person.email), MAIL_MS);
  await until('no job is left', async () => {
    const left = await cluster.query('select 1 from graphile_worker._private_jobs where attempts < max_attempts');
    return left.length === 0;
  });
  const count = mail.taken.filter((to) => to === person.email).length;
  rows.push({
    scenario: 'a worker killed while it hands over a mail',
    measured: `sent ${count} time by the next, ${seconds(ms)} after its start`,
    marks: `once, within ${seconds(MAIL_MS)}`,
    ok: count === 1,
  });
  expect(count).toBe(1);
});
