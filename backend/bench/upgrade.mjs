import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildOlder } from '../test/cluster/olderBuild.ts';
import { asInProduction, startProgram } from './processes.mjs';
import { fillMine, fillOthers, tokenOf } from './volumeData.mjs';
import { withClient } from './volume.mjs';

/** Tasks that the upgrade finds; TASKS=20000 is enough to see that nothing fails. */
const TASKS = Number(process.env.TASKS ?? 200_000);
/** People who work at once, half of them at each process once both run. */
const WORKERS = 6;
/** Seconds of work before the newer process starts, and after the last task has its key. */
const BEFORE = 5;
const AFTER = 5;
/** How long to wait until all tasks have keys, in seconds. The job that adds the keys runs every ten minutes. */
const LONGEST = 900;

/** Sends one request, and notes how long it took, or why it failed: an error of the server or of the connection. */
async function send(url, token, notes, method, address, body) {
  const start = performance.now();
  try {
    const answer = await fetch(`${url}/api${address}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    notes.took.push(performance.now() - start);
    if (answer.status >= 500 || answer.status === 404)
      notes.failed.push(`${method} ${address}: ${answer.status} ${text}`);
    return answer.ok && text ? JSON.parse(text).data : null;
  } catch (error) {
    notes.failed.push(`${method} ${address}: ${String(error)}`);
    return null;
  }
}

/** More than versions without long texts take; they answer 422. */
const LONG_TEXT = `${'A sentence of a long description. '.repeat(100)}It ends here.`;

/**
 * Works in a project until `isOver`: creates, reads, changes, moves, comments on, undoes and deletes. Each call goes to the next
 * process, so that each reads and changes what the other has written.
 */
async function work(urlOf, token, projectId, notes, isOver) {
  let calls = 0;
  const call = (...request) => send(urlOf((calls += 1)), token, notes, ...request);
  const undo = (written) => written && call('POST', '/undo', { acts: [{ projectId, revision: written.version }] });
  for (let n = 0; !isOver(); n += 1) {
    const task = await call('POST', '/tasks', { projectId, title: `Task ${n}`, priority: 'LOW', tags: ['bench'] });
    await call('GET', `/tasks?projectId=${projectId}&orderBy=UPDATED_DESC&limit=50`);
    if (!task) continue;
    await call('PUT', `/tasks/${task.id}`, { title: `Task ${n}, changed`, dueDate: new Date().toISOString() });
    await call('PATCH', `/tasks/${task.id}/move`, { status: n % 2 === 0 ? 'IN_PROGRESS' : 'DONE' });
    await call('POST', `/tasks/${task.id}/comments`, { text: 'Done soon' });
    const long = await call('PUT', `/tasks/${task.id}`, { description: `${n} ${LONG_TEXT}` });
    if (long) notes.long += 1;
    await call('GET', `/tasks/${task.id}`);
    await call('GET', `/tasks/${task.id}/history`);
    await call('GET', `/projects/${projectId}/changes`);
    if (n % 2 === 0) await undo(long);
    await undo(await call('PUT', `/tasks/${task.id}`, { description: 'Short again', priority: 'HIGH' }));
    const column = notes.columns.get(projectId);
    if (column) {
      const moved = await call('PATCH', `/tasks/${task.id}/move`, { columnId: column });
      if (moved) notes.inColumn += 1;
      await call('PUT', `/tasks/${task.id}`, { title: `Task ${n}, in a column` });
      await undo(moved);
    }
    if (n % 5 === 0) await call('DELETE', `/tasks/${task.id}`);
  }
}

/** Tasks without a key: those from before the upgrade, and those that the older process has created since. */
const WITHOUT_KEY = `select count(*) filter (where t.created_at < $1)::int as before, count(*)::int as all from task t
  where not exists (select from task_number n where n.task_id = t.id and n.project_id = t.project_id)
    or exists (select from project p where p.id = t.project_id and p.key is null)`;

/** Due dates as the app wrote them before there were due days: at 18:00, by a write that it names by a random UUID. */
const AT_18 = [
  `update task set due_date = date_trunc('day', due_date, 'UTC') + interval '18 hours' where due_date is not null`,
  `update change c set mutation_id = gen_random_uuid()::text,
     fields = c.fields || jsonb_build_object('dueDate', jsonb_build_array(null, to_jsonb(t.due_date)))
   from task t where c.entity_id = t.id and c.action = 'created' and t.due_date is not null`,
];

/** Runs a command of the app. @returns its last line */
async function run(file, env) {
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env: { ...process.env, ...env } });
  return stdout.trim().split('\n').at(-1);
}

/**
 * Upgrades a database with 200,000 tasks while people work at the older process, and beside it at the newer one: until each
 * task from before has its key, the job for days has looked at all of them, and each project has a column of its own. OLDER
 * names the commit of the older version.
 */
export async function measureUpgrade({ load, dataDir, log, secret, closers }, built) {
  const older = buildOlder(dataDir);
  const { startEmbedded } = await load('platform/database/embedded/startEmbedded');
  const database = await startEmbedded({ dataDir: path.join(dataDir, 'upgrade'), log, durable: false });
  closers.unshift(() => database.stop());
  const env = {
    ...asInProduction({ databaseUrl: database.url, dataDir: path.join(dataDir, 'files'), secret }),
    RATE_LIMIT: 'off',
  };
  const before = await startProgram(path.join(older.build, 'backend/src/main.js'), env);
  closers.unshift(before.stop);
  const mine = await withClient(database.url, async (client) => {
    const found = await fillMine(client);
    await fillOthers(client, TASKS - found.tasks);
    for (const statement of AT_18) await client.query(statement);
    await client.query('vacuum analyze');
    return found;
  });
  const token = tokenOf(mine, secret);
  const notes = { took: [], failed: [], columns: new Map(), long: 0, inColumn: 0 };
  const urls = [before.url];
  let isOver = false;
  const workers = Array.from({ length: WORKERS }, (_, at) =>
    work(
      (n) => urls[(n + at) % urls.length],
      token,
      mine.projectIds[at % mine.projectIds.length],
      notes,
      () => isOver,
    ),
  );
  await sleep(BEFORE * 1000);
  const alone = notes.took.length;
  const since = new Date();
  const start = performance.now();
  const after = await startProgram(built('main'), env);
  closers.unshift(after.stop);
  const ready = (performance.now() - start) / 1000;
  urls.push(after.url);
  const withoutKey = async (client) => (await client.query(WITHOUT_KEY, [since])).rows[0];
  const keysAt = await withClient(database.url, async (client) => {
    for (;;) {
      const { before: left } = await withoutKey(client);
      const seconds = (performance.now() - start) / 1000;
      if (left === 0 || seconds > LONGEST) return left === 0 ? seconds : null;
      await sleep(500);
    }
  });
  const converted = await run(built('cli/dueDays'), env);
  for (const id of mine.projectIds) {
    const waiting = { name: 'Waiting', status: 'IN_PROGRESS' };
    const column = await send(after.url, token, notes, 'POST', `/projects/${id}/columns`, waiting);
    if (column) notes.columns.set(id, column.id);
  }
  await sleep(AFTER * 1000);
  isOver = true;
  await Promise.all(workers);
  const left = await withClient(database.url, withoutKey);
  const took = notes.took.slice(alone).toSorted((a, b) => a - b);
  const at = (share) => took[Math.floor((took.length - 1) * share)];
  return {
    commit: older.commit,
    requests: notes.took.length,
    failed: notes.failed,
    long: notes.long,
    inColumn: notes.inColumn,
    left: left.all,
    converted,
    ready,
    keysAt,
    p50: at(0.5),
    p99: at(0.99),
    slowest: at(1),
  };
}

export function printUpgrade({
  commit,
  requests,
  failed,
  long,
  inColumn,
  left,
  converted,
  ready,
  keysAt,
  p50,
  p99,
  slowest,
}) {
  const rows = [
    ['newer process ready after', `${ready.toFixed(1)} s`],
    ['each task from before has a key after', keysAt === null ? 'never' : `${keysAt.toFixed(1)} s`],
    ['tasks that the older one made since', `${left}: they get keys by the job within ten minutes`],
    ['job for due days', converted],
    ['requests', `${requests}, failed ${failed.length}`],
    ['long texts, moves into a column', `${long}, ${inColumn}`],
    ['p50, p99, slowest since the start', `${p50.toFixed(0)}, ${p99.toFixed(0)}, ${slowest.toFixed(0)} ms`],
  ];
  console.log(`\nUpgrade of ${TASKS.toLocaleString('en')} tasks from ${commit}, beside ${WORKERS} people at work`);
  for (const [name, value] of rows) console.log(`${name.padEnd(40)}${value}`);
  for (const line of failed.slice(0, 5)) console.log(`  ${line.slice(0, 200)}`);
}
