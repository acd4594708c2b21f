// What files that are being uploaded cost others: the latency of the board, and how far a replica lags, beside 20 MB a second.
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startReplicated } from './replicated.mjs';
import { register, restClient } from './seed.mjs';
import { valueAt } from './statistics.mjs';
import { volumeOperations } from './volumeOperations.mjs';

/** Each person's share of the rate, as a file of 20 MB every two seconds. */
const UPLOADERS = 2;
const FILE_BYTES = 20_000_000;
const PIECE_BYTES = 1_000_000;
const PIECE_MS = 100;
/** A person may upload 1 GB a day. */
const SECONDS = 40;
/** People who read the board, each five times a second. */
const READERS = 4;
const READ_MS = 200;
const LAG_MS = 100;

/** The contents of all files but the first bytes. Making others for each would delay the people who read in this process. */
const CONTENT = randomBytes(FILE_BYTES);
const OWN_BYTES = 16;

/** Uploads one file that can't be stored as an earlier one, a piece at a time. */
function upload(url, token, taskId) {
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/tasks/${taskId}/attachments?name=plan.bin`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
        'content-length': FILE_BYTES,
      },
    });
    sending.once('error', reject);
    sending.once('response', (response) => {
      response.resume();
      if (response.statusCode === 201) response.once('end', resolve);
      else reject(new Error(`an upload was answered ${response.statusCode}`));
    });
    sending.write(randomBytes(OWN_BYTES));
    let sent = OWN_BYTES;
    const timer = setInterval(() => {
      const end = Math.min(FILE_BYTES, sent + PIECE_BYTES);
      sending.write(CONTENT.subarray(sent, end));
      sent = end;
      if (sent < FILE_BYTES) return;
      clearInterval(timer);
      sending.end();
    }, PIECE_MS);
  });
}

async function readBoards(url, token, query, until) {
  const times = [];
  while (performance.now() < until) {
    const began = performance.now();
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { errors } = await response.json();
    if (errors) throw new Error(JSON.stringify(errors));
    const took = performance.now() - began;
    times.push(took);
    await sleep(Math.max(0, READ_MS - took));
  }
  return times;
}

/** Samples the time by which the replica is behind, in milliseconds. */
async function watchLag(client, until) {
  const lags = [];
  while (performance.now() < until) {
    const { rows } = await client.query(
      'select coalesce(extract(epoch from replay_lag) * 1000, 0)::float8 as lag from pg_stat_replication',
    );
    if (rows.length === 0) throw new Error('the replica is not connected');
    lags.push(rows[0].lag);
    await sleep(LAG_MS);
  }
  return lags;
}

export async function measureUploads(bench, built) {
  const { primary, app, data } = await startReplicated(bench, built, { name: 'uploads' });
  const { token, userId, projects, tasks } = data;
  const client = new pg.Client(primary.url);
  await client.connect();
  bench.closers.unshift(() => client.end());

  const uploaders = await Promise.all(
    Array.from({ length: UPLOADERS }, async (_, n) => {
      const { token: ofUploader } = await register(app.url, n);
      const call = restClient(app.url, ofUploader);
      const project = await call('POST', '/projects', { name: `Files ${n}` });
      const { id } = await call('POST', '/tasks', { projectId: project.id, title: 'Files', priority: 'LOW' });
      return { token: ofUploader, taskId: id };
    }),
  );
  const projectIds = projects.map(({ id }) => id);
  const operations = volumeOperations({ userId, projectIds, afterMany: '', task: tasks[0] });
  const [, board] = operations.find(([name]) => name === 'board');

  async function round(isUploading) {
    const until = performance.now() + SECONDS * 1000;
    let bytes = 0;
    const uploads = (isUploading ? uploaders : []).map(async (person) => {
      while (performance.now() < until) {
        await upload(app.url, person.token, person.taskId);
        bytes += FILE_BYTES;
      }
    });
    const reads = Array.from({ length: READERS }, () => readBoards(app.url, token, board, until));
    const began = performance.now();
    const [lags, ...times] = await Promise.all([watchLag(client, until), ...reads]);
    await Promise.all(uploads);
    const sorted = times.flat().toSorted((a, b) => a - b);
    return {
      rate: bytes / ((performance.now() - began) / 1000),
      p50: valueAt(sorted, 0.5),
      p99: valueAt(sorted, 0.99),
      lag: Math.max(...lags),
    };
  }
  await round(false);
  return [
    { name: 'no uploads', ...(await round(false)) },
    { name: 'beside uploads', ...(await round(true)) },
  ];
}

export function printUploads(results) {
  console.log('\nUploads             MB/s  board p50 ms  p99 ms  replica behind at most ms');
  for (const { name, rate, p50, p99, lag } of results) {
    console.log(
      name.padEnd(16) +
        (rate / 1_000_000).toFixed(1).padStart(8) +
        p50.toFixed(1).padStart(14) +
        p99.toFixed(1).padStart(8) +
        lag.toFixed(0).padStart(27),
    );
  }
}
