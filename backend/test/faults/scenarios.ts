import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { SeverableProxy } from '../support/severableProxy.js';
import { newPerson, newProject } from '../support/client.js';
import { CHANGES, followChanges } from '../journeys/feed/changes.js';
import { follow } from '../support/socket.js';
import { type App, signalAll } from './app.js';
import { Load, type Outcome } from './load.js';

/** What every one of them must come to. */
export const NOTHING_LOST: Outcome = { missing: 0, doubled: 0, gaps: 0 };

/** The app is killed while everyone writes; its database continues to run, and the next start uses it. */
export async function killApp(app: App): Promise<Outcome> {
  const load = await Load.begin(app);
  await load.more(60);
  const orphan = app.postmaster();
  await app.kill();
  process.kill(orphan, 0);
  await app.start();
  expect(app.postmaster()).not.toBe(orphan);
  await load.more(60);
  return load.outcome();
}

/** The app and its database are killed at once. */
export async function killBoth(app: App): Promise<Outcome> {
  const load = await Load.begin(app);
  await load.more(60);
  const database = app.databaseProcesses();
  app.program.child.kill('SIGKILL');
  signalAll(database, 'SIGKILL');
  await app.program.ended;
  await app.start();
  await load.more(60);
  return load.outcome();
}

/** The database stops at once and comes back; the app lives on, answers in time, and serves again within 5 s. */
export async function restartDatabase(app: App): Promise<Outcome> {
  const load = await Load.begin(app);
  await load.more(60);
  const { pid } = app;
  const before = load.attempts.length;
  const stopped = performance.now();
  signalAll([app.postmaster()], 'SIGQUIT');
  await expect.poll(() => load.attempts.slice(before).some(({ status }) => status === 503)).toBe(true);
  await load.more(30);
  expect(performance.now() - stopped).toBeLessThan(5_000 + 2_000);
  await load.more(30);
  const outcome = await load.outcome();
  expect(app.pid).toBe(pid);
  for (const { ms, status } of load.attempts) {
    expect([200, 201, 503]).toContain(status);
    expect(ms).toBeLessThan(10_000);
  }
  return outcome;
}

/** The maximum time until an answer, whatever the database does. */
const answersInTime = ({ attempts }: Load): void => {
  for (const { ms, status } of attempts) {
    expect([200, 201, 503]).toContain(status);
    expect(ms).toBeLessThan(10_000);
  }
};

/** The database does not answer for a while. */
export async function freezeDatabase(app: App, frozenMs = 5_000): Promise<Outcome> {
  const load = await Load.begin(app);
  await load.more(60);
  const frozen = app.databaseProcesses();
  signalAll(frozen, 'SIGSTOP');
  await sleep(frozenMs);
  signalAll(frozen, 'SIGCONT');
  await load.more(60);
  const outcome = await load.outcome();
  answersInTime(load);
  return outcome;
}

/** Drops all traffic to the database for 20 s. Then new connections work, and earlier ones stay dead. */
export async function freezeConnection(app: App, proxy: SeverableProxy): Promise<Outcome> {
  const person = await newPerson({ url: app.url });
  const { id } = await newProject(person);
  const feed = followChanges(app, person, [{ projectId: id, revision: 1 }]);
  await expect.poll(() => feed.socket?.readyState).toBe(1);
  const load = await Load.begin(app);
  await load.more(60);
  proxy.freeze();
  await sleep(20_000);
  proxy.unfreeze();
  const back = performance.now();
  await load.more(1, 15_000);
  await load.more(60);
  expect(performance.now() - back).toBeLessThan(20_000);
  const outcome = await load.outcome();
  answersInTime(load);
  expect(load.attempts.some(({ status }) => status === 503)).toBe(true);
  // the socket has lived through it, or its client would have come back; either way the feed goes on
  const { status } = await person.client.rest('put', `/projects/${id}`, { name: 'After' });
  expect(status).toBe(200);
  await feed.until(1);
  await feed.stop();
  return outcome;
}

/** SIGTERM with 50 requests and 100 sockets in flight: all are answered or refused, sockets get 1001, exit code 0. */
export async function drain(app: App): Promise<Outcome> {
  const people = await Promise.all([1, 2, 3].map(() => newPerson({ url: app.url })));
  const feeds = Array.from({ length: 100 }, (_, index) =>
    follow(app, CHANGES, { token: people[index % 3]?.client.token, timeout: 12_000 }),
  );
  await expect.poll(() => feeds.filter(({ socket }) => socket?.readyState === 1).length, { timeout: 8_000 }).toBe(100);
  const load = await Load.begin(app);
  await load.more(20);
  let cut = 0;
  let answered = 0;
  const { token } = people[0]?.client ?? {};
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const requests = Array.from({ length: 50 }, async (_, index) => {
    const body = JSON.stringify({ name: `Project ${index}` });
    const response = await fetch(`${app.url}/api/projects`, { method: 'POST', headers, body }).catch(() => undefined);
    if (response) expect([201, 503]).toContain(response.status);
    if (response) answered += 1;
    else cut += 1;
  });
  await sleep(15);
  const since = performance.now();
  const code = app.kill('SIGTERM');
  await Promise.all(requests);
  expect(await code).toBe(0);
  expect(performance.now() - since).toBeLessThan(10_000);
  for (const feed of feeds) expect((await feed.end()).code).toBe(1001);
  // a connection that was open before is served to its end; only ones made after the signal may be refused
  expect(answered).toBeGreaterThan(0);
  expect(answered + cut).toBe(50);
  expect(() => app.postmaster()).toThrow(/ENOENT/);
  await app.start();
  await load.more(20);
  return load.outcome();
}
