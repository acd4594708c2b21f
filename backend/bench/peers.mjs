import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startProgram } from './processes.mjs';
import { median } from './statistics.mjs';
import { graphql, ratioOf, takeTurns, verdict } from './throughput.mjs';

const VERSION = '5.1.5';
const INSTALL_MS = 180_000;

/** The same fields in both schemas: PostGraphile calls the primary key `rowId`, and has no `createdAt` order. */
const PLAIN =
  'projectId title description status priority dueDate tags rank version creatorId assigneeId createdAt updatedAt';
const PERSON = 'firstName lastName avatar';
const LISTS = [
  {
    name: 'list of 50',
    mark: 1,
    ours: `id ${PLAIN} commentCount`,
    theirs: `id: rowId ${PLAIN} commentsByTaskId { totalCount }`,
  },
  {
    name: 'nested',
    mark: 1,
    ours: `id ${PLAIN} commentCount project { id name color } creator { id ${PERSON} } assignee { id ${PERSON} }`,
    theirs: `id: rowId ${PLAIN} commentsByTaskId { totalCount } project: projectByProjectId { id: rowId name color }
      creator: accountByCreatorId { id: rowId ${PERSON} } assignee: accountByAssigneeId { id: rowId ${PERSON} }`,
  },
];

/** Installs PostGraphile into the temporary folder; it is not a dependency. @returns whether that worked */
async function install(folder) {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1', '--loglevel=error'];
  const { npm_execpath: npm } = process.env;
  const child = spawn(npm ? process.execPath : 'npm', [...(npm ? [npm] : []), ...args, `postgraphile@${VERSION}`], {
    cwd: folder,
    stdio: 'ignore',
    timeout: INSTALL_MS,
  });
  const [code] = await once(child, 'exit').catch(() => [1]);
  return code === 0;
}

/** Requires that both return the same tasks in the same order. */
async function requireSameTasks(targets) {
  const answers = await Promise.all(
    targets.map(async ({ name, url, ...init }) => {
      const { data, errors } = await (await fetch(url, init)).json();
      if (errors) throw new Error(`${name}: ${errors[0].message}`);
      const { nodes } = data.tasks ?? data.allTasks;
      return JSON.stringify(nodes.map(({ id, title, project, assignee }) => [id, title, project, assignee]));
    }),
  );
  if (answers[0] !== answers[1]) throw new Error(`${targets[0].name} and ${targets[1].name} do not answer the same`);
}

/**
 * Compares our lists with PostGraphile's (Amber preset, no sign-in) on the same database, in alternating rounds.
 * @returns per list the rates and our share of theirs; undefined if PostGraphile cannot be installed
 */
export async function measurePeers(app, databaseUrl, token, dataDir) {
  const folder = path.join(dataDir, 'peer');
  if (!(await install(folder))) return undefined;
  const peer = await startProgram(path.join(import.meta.dirname, 'postgraphile.mjs'), {
    DATABASE_URL: databaseUrl,
    PEER_FOLDER: folder,
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
  });
  try {
    const pairs = LISTS.map(({ name, ours, theirs }) => [
      graphql(name, `${app.url}/graphql`, `{ tasks(first: 50) { nodes { ${ours} } } }`, {
        authorization: `Bearer ${token}`,
      }),
      graphql(
        `PostGraphile's ${name}`,
        `${peer.url}/graphql`,
        `{ allTasks(first: 50, orderBy: PRIMARY_KEY_DESC) { nodes { ${theirs} } } }`,
      ),
    ]);
    for (const pair of pairs) await requireSameTasks(pair);
    const rounds = await takeTurns(pairs.flat());
    return LISTS.map(({ name, mark }, at) => {
      const [ours, theirs] = pairs[at].map((target) => rounds.get(target.name));
      const rate = (all) => median(all.map((round) => round.rate));
      return { name, mark, ours: rate(ours), theirs: rate(theirs), ratio: ratioOf(ours, theirs) };
    });
  } finally {
    await peer.stop();
  }
}

export function printPeers(results) {
  console.log(`\nPeers                    requests/s  PostGraphile ${VERSION}  of it`);
  if (!results) return console.log('(npm could not install PostGraphile: left out)');
  for (const { name, mark, ours, theirs, ratio } of results) {
    console.log(
      name.padEnd(25) +
        ours.toFixed(0).padStart(10) +
        theirs.toFixed(0).padStart(20) +
        ratio.toFixed(2).padStart(7) +
        verdict(ratio, mark),
    );
  }
}
