// Draws the dashboard of a short run. Grafana is in neither Debian nor npm, so a page in Chromium draws each panel's query
// results, from a Prometheus that has watched the run.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { createClient } from 'graphql-ws';
import sharp from 'sharp';
import { WebSocket } from 'ws';
import { chromiumLaunch } from '../../frontend/e2e/chromium.ts';
import { root } from '../scripts/build.mjs';
import { freePort } from '../scripts/freePort.mjs';
import { startProgram } from './processes.mjs';
import { CREDENTIALS, restClient } from './seed.mjs';

const SECONDS = 120;
const STEP = 3;
const READERS = 4;
const WRITERS = 3;
const SOCKETS = 40;

/** Starts Prometheus on free ports. @returns functions to query and to stop it */
async function startPrometheus(folder, ports) {
  const config = path.join(folder, 'prometheus.json');
  const targets = ports.map((port) => `127.0.0.1:${port}`);
  // JSON is valid YAML
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: '2s' },
      scrape_configs: [{ job_name: 'cairn', static_configs: [{ targets }] }],
    }),
  );
  const port = await freePort();
  const args = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${path.join(folder, 'tsdb')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ];
  const child = spawn('prometheus', args, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (
    let tries = 0;
    !(await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ));
    tries += 1
  ) {
    if (tries > 100) throw new Error('prometheus does not start');
    await sleep(100);
  }
  const ended = new Promise((done) => child.once('exit', done));
  return { url, stop: () => (child.kill('SIGTERM'), ended) };
}

/** Simulates people who read, write, watch and mistype their password, until stopped. */
function live({ url }, { token, tasks }, until) {
  const call = restClient(url, token);
  const quiet = (promise) => promise.catch(() => undefined);
  const query = (document, token) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: document }),
    }).then((answer) => answer.text());
  const wave = () => 0.6 + 0.4 * Math.sin(Date.now() / 9_000);
  const reader = async (at) => {
    // separate people, because reads are limited per person
    const person = { ...CREDENTIALS, username: `reader${at}`, email: `reader${at}@tern.example` };
    const { tokens } = await restClient(url)('POST', '/auth/register', person);
    const own = restClient(url, tokens.accessToken);
    const { id } = await own('POST', '/projects', { name: 'Reading' });
    const pages = Array.from({ length: 20 }, (_, n) => ({ title: `Page ${n}`, priority: 'LOW' }));
    await own('POST', '/tasks/bulk', { projectId: id, tasks: pages });
    while (Date.now() < until) {
      await quiet(query('query Tasks { tasks(first: 20) { nodes { id title } } }', tokens.accessToken));
      await quiet(
        query(
          'query Board { tasks(first: 15, status: [TODO]) { nodes { id title assignee { id } } } }',
          tokens.accessToken,
        ),
      );
      await quiet(own('GET', `/projects/${id}`));
      await sleep(60 / wave());
    }
  };
  const writer = async (at) => {
    for (let n = at; Date.now() < until; n += WRITERS) {
      const task = tasks[n % tasks.length];
      await quiet(call('PUT', `/tasks/${task.id}`, { title: `${task.title} (${n})` }));
      if (n % 5 === 0) await quiet(call('POST', `/tasks/${task.id}/comments`, { text: 'The venue is free.' }));
      await sleep(150 / wave());
    }
  };
  const forgetful = async () => {
    while (Date.now() < until) {
      await quiet(restClient(url)('POST', '/auth/forgot-password', { email: 'mara@tern.example' }));
      for (let i = 0; i < 4; i += 1)
        await quiet(restClient(url)('POST', '/auth/login', { email: 'mara@tern.example', password: 'Wrong7stones' }));
      await sleep(9_000);
    }
  };
  return Promise.all([
    ...Array.from({ length: READERS }, (_, at) => reader(at)),
    ...Array.from({ length: WRITERS }, (_, at) => writer(at)),
    forgetful(),
  ]);
}

/** Opens sockets that follow everything. @returns a function that closes them */
function watch({ url }, token) {
  const clients = Array.from({ length: SOCKETS }, () =>
    createClient({
      url: `${url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { token },
    }),
  );
  for (const client of clients) {
    client.subscribe(
      { query: 'subscription Changes { changes { kind projectId revision } }', operationName: 'Changes' },
      { next: () => undefined, error: () => undefined, complete: () => undefined },
    );
  }
  return () => {
    for (const client of clients) void client.dispose();
  };
}

const PAGE = `<!doctype html><meta charset="utf-8"><style>
body{margin:0;padding:16px;background:#f4f5f7;font:12px system-ui,sans-serif;color:#24292e;display:grid;grid-template-columns:repeat(4,1fr);gap:10px;width:1368px}
section{background:#fff;border:1px solid #d8dbe0;border-radius:4px;padding:8px 10px}
h2{font-size:12px;font-weight:600;margin:0 0 4px}svg{display:block;width:100%;height:120px}
p{margin:4px 0 0;font-size:10px;line-height:1.4;color:#57606a}i{display:inline-block;width:8px;height:3px;margin:0 3px 2px 6px}
text{font:9px system-ui;fill:#8a929c}line{stroke:#eceef1}</style><main style="display:contents"></main>`;

/** Runs in the page: draws the panels. */
function draw(panels) {
  const colours = [
    '#3274d9',
    '#e0752d',
    '#37872d',
    '#c4162a',
    '#8f3bb8',
    '#e0b400',
    '#00a3a3',
    '#7c7c7c',
    '#b877d9',
    '#56a64b',
  ];
  const units = {
    s: (v) => (v >= 1 ? v.toFixed(1) + ' s' : (v * 1000).toFixed(v < 0.01 ? 1 : 0) + ' ms'),
    percentunit: (v) => (v * 100).toFixed(v < 0.1 ? 1 : 0) + ' %',
    bytes: (v) => Math.round(v / 1048576) + ' MB',
  };
  const write = (unit, v) => (units[unit] ?? ((n) => (n >= 10 ? n.toFixed(0) : n.toFixed(n < 1 ? 2 : 1))))(v);
  const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  document.querySelector('main').innerHTML = panels
    .map(({ title, unit, series, from, to, step }) => {
      const top = Math.max(...series.flatMap(({ values }) => values.map(([, v]) => v)), 1e-9) * 1.1;
      const x = (t) => 40 + ((t - from) / (to - from)) * 270;
      const y = (v) => 110 - (v / top) * 100;
      const grid = [0, 0.5, 0.9].map(
        (share) =>
          `<line x1="40" x2="310" y1="${y(top * share)}" y2="${y(top * share)}"/><text x="36" y="${y(top * share) + 3}" text-anchor="end">${write(unit, top * share)}</text>`,
      );
      // a gap in the data is a gap in the line
      const path = (values) =>
        values
          .map(
            ([t, v], at) =>
              `${at > 0 && t - values[at - 1][0] <= step ? 'L' : 'M'}${x(t).toFixed(1)} ${y(v).toFixed(1)}h.1`,
          )
          .join('');
      const lines = series.map(
        ({ values }, at) =>
          `<path fill="none" stroke-width="1.3" stroke-linecap="round" stroke="${colours[at % 10]}" d="${path(values)}"/>`,
      );
      const legend = series.map(({ name, values }, at) => {
        const [t, v] = values.at(-1);
        const now = to - t < step ? write(unit, v) : '–';
        return `<i style="background:${colours[at % 10]}"></i>${escape(name)} <b>${now}</b>`;
      });
      return `<section><h2>${escape(title)}</h2><svg viewBox="0 0 320 120">${grid.join('')}${lines.join('')}</svg><p>${legend.join(' ') || 'nothing yet'}</p></section>`;
    })
    .join('');
}

const named = (format, metric) => format.replaceAll(/\{\{(\w+)\}\}/g, (_, label) => metric[label] ?? '');

async function ask(prometheus, { title, fieldConfig, targets }, from, to) {
  const series = [];
  for (const { expr, legendFormat } of targets) {
    const query = expr.replaceAll('$__rate_interval', '20s').replaceAll('$instance', '.*');
    const params = new URLSearchParams({ query, start: String(from), end: String(to), step: String(STEP) });
    const { status, data, error } = await (await fetch(`${prometheus.url}/api/v1/query_range?${params}`)).json();
    if (status !== 'success') throw new Error(`${title}: ${error}`);
    for (const { metric, values } of data.result) {
      const finite = values.map(([t, v]) => [t, Number(v)]).filter(([, v]) => Number.isFinite(v));
      if (finite.length > 0) series.push({ name: named(legendFormat, metric), values: finite });
    }
  }
  return { title, unit: fieldConfig.defaults.unit, series, from, to, step: STEP };
}

/** Runs an app and a worker under load, and draws their dashboard into `file`. */
export async function takePicture({ main, worker, env, data, folder, file }) {
  if (spawnSync('prometheus', ['--version']).error) {
    return console.log('The picture of the dashboard needs prometheus (Debian: apt-get install prometheus).');
  }
  const ports = [await freePort(), await freePort()];
  const app = await startProgram(main, { ...env, METRICS_PORT: String(ports[0]), RATE_LIMIT: 'on' });
  const second = spawn(process.execPath, [worker], {
    env: { ...process.env, ...env, METRICS_PORT: String(ports[1]) },
    stdio: 'ignore',
  });
  const gone = new Promise((done) => second.once('exit', done));
  const prometheus = await startPrometheus(folder, ports);
  const from = Math.ceil(Date.now() / 1000) + 20;
  try {
    const stop = watch(app, data.token);
    await live(app, data, Date.now() + SECONDS * 1000);
    const to = Math.floor(Date.now() / 1000);
    const { panels } = JSON.parse(readFileSync(path.join(root, 'deploy/grafana/cairn.json'), 'utf8'));
    const answers = [];
    for (const panel of panels) answers.push(await ask(prometheus, panel, from, to));
    stop();
    const browser = await chromium.launch(await chromiumLaunch());
    const page = await browser.newPage({ viewport: { width: 1400, height: 800 } });
    await page.setContent(PAGE);
    await page.evaluate(draw, answers);
    const picture = await page.screenshot({ fullPage: true });
    await browser.close();
    await sharp(picture).png({ palette: true, colours: 64, effort: 10 }).toFile(file);
    console.log(`The dashboard is drawn in ${path.relative(root, file)}`);
    for (const { title, series } of answers) if (series.length === 0) console.log(`  nothing in "${title}"`);
  } finally {
    await prometheus.stop();
    second.kill('SIGTERM');
    await gone;
    await app.stop();
  }
}
