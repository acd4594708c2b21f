import { Agent, get } from 'node:http';
import autocannon from 'autocannon';

const WRITERS = 60;
const SECONDS = 5;

/** Measures one read in milliseconds, on a keep-alive connection. */
function timeRead(url, headers, agent) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`the reader was answered ${response.statusCode}`));
      });
    }).once('error', reject);
  });
}

async function read(url, headers) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) times.push(await timeRead(url, headers, agent));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)];
  return { rate: times.length / SECONDS, p50: at(0.5), p99: at(0.99) };
}

/**
 * Measures a person's reads of one project while 60 others write to another project as fast as they can.
 * @returns the reader's figures alone and beside the writers, and the number of writes
 */
export async function measureNeighbours(app, { token, projects, tasks }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const [readers, writers] = projects;
  const url = `${app.url}/api/tasks?limit=50&projectId=${readers.id}`;
  const requests = tasks
    .filter(({ projectId }) => projectId === writers.id)
    .flatMap(({ id }) =>
      ['DONE', 'TODO'].map((status) => ({
        method: 'PATCH',
        path: `/api/tasks/${id}/status`,
        headers,
        body: JSON.stringify({ status }),
      })),
    );
  await read(url, headers);
  const alone = await read(url, headers);
  const writing = autocannon({ url: app.url, connections: WRITERS, duration: SECONDS + 1, requests });
  const beside = await read(url, headers);
  const { requests: written, errors, non2xx } = await writing;
  return { alone, beside, writers: WRITERS, writes: written.average, failed: errors + non2xx };
}
