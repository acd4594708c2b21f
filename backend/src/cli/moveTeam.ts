import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ProjectRole } from '../../contract/enums.js';
import { IMPORTS } from '../../contract/limits.js';
import { CellClient, MoveError } from './cellClient.js';
import { compareDownloads, readDownload } from './compareDownloads.js';

/* `npm run move-team`: moves projects from one server to another through the API that the app uses. docs/cells.md lists
   the steps. */

const USAGE = `usage: npm run move-team -- COMMAND --from URL --to URL [--project KEY]...

  prepare   creates the projects in the new cell, and adds or invites their members by their addresses
  move      archives the projects in the old cell, imports them into the new one, and compares both
  check     compares both once more
  back      ends the archiving of move in the old cell

  FROM_TOKEN, TO_TOKEN   access tokens of a person who owns the projects and is an administrator of both servers
  --project KEY          only these projects; without it, all that the person owns
  --anyway               with move: also if some members have not joined yet; their tasks get no assignee
  --map FILE             with move and check: where the lines for \`cell.sh moved\` are written`;

interface Project {
  id: string;
  name: string;
  key: string | null;
  description: string;
  color: string | null;
  isTemplate: boolean;
  isExample?: boolean;
  viewerRole: ProjectRole;
  archivedAt: string | null;
}

interface Member {
  userId: string;
  role: ProjectRole;
  user: { firstName: string; lastName: string };
}

interface Account {
  id: string;
  name: string;
  email: string;
}

interface Task {
  id: string;
  projectId: string;
  key: string | null;
}

interface Import {
  id: string;
  state: string;
  failure: string | null;
  report: { left: { what: string; why: string; count: number }[]; refusedCount: number } | null;
}

/** One of the two servers, with the API client of the person who moves the projects. */
class Cell {
  readonly client: CellClient;
  readonly #accounts: Account[];

  private constructor(client: CellClient, accounts: Account[]) {
    this.client = client;
    this.#accounts = accounts;
  }

  static async open(url: string, token: string): Promise<Cell> {
    const client = new CellClient(url, token);
    return new Cell(client, await client.list<Account>('/admin/accounts'));
  }

  addressOf = (id: unknown): string | null => {
    const account = this.#accounts.find((one) => one.id === id);
    return account?.email.toLowerCase() ?? null;
  };

  accountOf(address: string): Account | undefined {
    return this.#accounts.find(({ email }) => email.toLowerCase() === address);
  }

  members({ id }: Project): Promise<Member[]> {
    return this.client.list<Member>(`/projects/${id}/members`);
  }
}

interface Options {
  run: (options: Options) => Promise<void>;
  from: Cell;
  to: Cell;
  keys: string[];
  isAnyway: boolean;
  map: string | undefined;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        project: { type: 'string', multiple: true, default: [] },
        anyway: { type: 'boolean', default: false },
        map: { type: 'string' },
      },
    });
  } catch {
    // an unknown option
  }
  throw new MoveError(USAGE);
}

async function readOptions(): Promise<Options> {
  const { values, positionals } = readArguments();
  const { from, to, project: keys, anyway: isAnyway, map } = values;
  const [command = '', ...others] = positionals;
  const run = COMMANDS.get(command);
  if (!run || from === undefined || to === undefined || others.length > 0) throw new MoveError(USAGE);
  const { FROM_TOKEN, TO_TOKEN } = process.env;
  if (!FROM_TOKEN || !TO_TOKEN) throw new MoveError('FROM_TOKEN or TO_TOKEN is not set');
  const [old, now] = await Promise.all([Cell.open(from, FROM_TOKEN), Cell.open(to, TO_TOKEN)]);
  return { run, from: old, to: now, keys: keys.map((key) => key.toUpperCase()), isAnyway, map };
}

async function readProjects({ from, keys }: Options): Promise<Project[]> {
  const lists = await Promise.all(
    ['', '?archived=true'].map((query) => from.client.list<Project>(`/projects${query}`)),
  );
  const owned = lists.flat().filter(({ viewerRole, isExample }) => viewerRole === 'OWNER' && isExample !== true);
  const missing = keys.filter((key) => owned.every((project) => project.key !== key));
  if (missing.length > 0) throw new MoveError(`You own no project with the key ${missing.join(', ')}`);
  return keys.length === 0 ? owned : owned.filter(({ key }) => key !== null && keys.includes(key));
}

/** Adds a member who has an account in the new cell, and invites one who has none. Returns a message about it. */
async function addOrInviteMember(
  { to }: Options,
  { id }: Project,
  address: string,
  role: ProjectRole,
): Promise<string> {
  const account = to.accountOf(address);
  try {
    if (account) await to.client.call('POST', `/projects/${id}/members`, { userId: account.id, role });
    else await to.client.call('POST', `/projects/${id}/invitations`, { email: address, role });
  } catch (error) {
    if (!(error instanceof MoveError) || error.status !== 429) throw error;
    return 'not invited yet: that is enough for today. Run this again tomorrow';
  }
  return account ? 'added' : 'invited';
}

const addressesIn = async (cell: Cell, project: Project): Promise<Set<string | null>> =>
  new Set((await cell.members(project)).map(({ userId }) => cell.addressOf(userId)));

async function prepare(options: Options): Promise<void> {
  const { from, to } = options;
  for (const project of await readProjects(options)) {
    const { id, name, key, description, color, isTemplate } = project;
    if (await to.client.find(`/projects/${id}`)) console.log(`${name}: is there already`);
    else {
      await to.client.call('POST', '/projects', { id, name, key, description, color });
      if (isTemplate) await to.client.call('PATCH', `/projects/${id}`, { isTemplate });
      console.log(`${name}: created`);
    }
    const present = await addressesIn(to, project);
    for (const { userId, role } of await from.members(project)) {
      const address = from.addressOf(userId);
      if (address === null || present.has(address)) continue;
      console.log(`  ${address}: ${await addOrInviteMember(options, project, address, role)}`);
    }
  }
}

/** Throws if members of the old cell are not in the new one. */
async function requireMembers({ from, to, isAnyway }: Options, projects: readonly Project[]): Promise<void> {
  const missing = new Set<string>();
  for (const project of projects) {
    if (!(await to.client.find(`/projects/${project.id}`))) {
      throw new MoveError(`${project.name} is not in the new cell: run prepare first`);
    }
    const present = await addressesIn(to, project);
    for (const address of await addressesIn(from, project)) if (!present.has(address)) missing.add(address ?? '?');
  }
  if (missing.size === 0) return;
  const words = `Not in the new cell yet: ${[...missing].join(', ')}`;
  if (!isAnyway) throw new MoveError(`${words}. Wait for them, or add --anyway.`);
  console.log(words);
}

/** Matches people of the download with members in the new cell. The import refers to them by name. */
async function matchPeople({ from, to }: Options, project: Project): Promise<{ theirs: string; userId: string }[]> {
  const accounts = new Map<string | null, Member>();
  for (const member of await to.members(project)) accounts.set(to.addressOf(member.userId), member);
  const members = await from.members(project);
  const nameOf = ({ user }: Member): string => `${user.firstName} ${user.lastName}`;
  return members.flatMap((member) => {
    const found = accounts.get(from.addressOf(member.userId));
    const isOnly = members.filter((one) => nameOf(one) === nameOf(member)).length === 1;
    // Only owners and members can be assigned tasks.
    const isAble = found?.role === 'OWNER' || found?.role === 'MEMBER';
    return found && isOnly && isAble ? [{ theirs: nameOf(member), userId: found.userId }] : [];
  });
}

/** Imports a project. Returns the id of the import, whose file the next one can use. */
async function importProject(
  options: Options,
  project: Project,
  file: { bytes: Buffer } | { fileOf: string },
): Promise<string> {
  const { client } = options.to;
  const started = await client.call<Import>('POST', '/imports', {
    source: 'CAIRN',
    projectId: project.id,
    mapping: { project: project.id },
    people: await matchPeople(options, project),
    dryRun: false,
    ...('fileOf' in file && { fileOf: file.fileOf }),
  });
  const { id } = started;
  let found = 'bytes' in file ? await client.call<Import>('PUT', `/imports/${id}/file`, file.bytes) : started;
  while (found.state === 'RUNNING') {
    await sleep(300);
    found = await client.call<Import>('GET', `/imports/${id}`);
  }
  if (found.state !== 'DONE') throw new MoveError(`${project.name}: ${found.failure ?? 'the import was stopped'}`);
  for (const { what, why, count } of found.report?.left ?? []) console.log(`  ${count} × ${what}: ${why}`);
  if ((found.report?.refusedCount ?? 0) > 0) console.log(`  ${found.report?.refusedCount} tasks were not imported`);
  return id;
}

/** Returns the lines of moved.map, which redirect old addresses. */
function mapLines({ from, to }: Options, { id, key }: Project, tasks: readonly Task[]): string {
  const { hostname } = new URL(from.client.url);
  const { url } = to.client;
  const lines = [`${hostname}/projects/${id} ${url}`];
  if (key !== null) lines.push(`${hostname}/tasks/${key} ${url}`);
  for (const task of tasks) {
    if (task.projectId === id && task.key !== null) lines.push(`${task.id} ${url}/tasks/${task.key}`);
  }
  return `${lines.join('\n')}\n`;
}

async function compare(options: Options, projects: readonly Project[], oldFile: Buffer): Promise<void> {
  const { from, to, map } = options;
  if (projects.length === 0) throw new MoveError('The person of FROM_TOKEN owns no projects');
  const [old, now] = await Promise.all([
    readDownload(oldFile),
    to.client.newDownload().then(async (id) => readDownload(await to.client.download(id))),
  ]);
  let [objects, differences] = [0, 0];
  let lines = '';
  for (const project of projects) {
    const found = compareDownloads(
      project.id,
      { download: old, addressOf: from.addressOf },
      { download: now, addressOf: to.addressOf },
    );
    objects += found.objects;
    differences += found.differences.length;
    for (const words of found.differences) console.log(`${project.name}: ${words}`);
    lines += mapLines(options, project, (old.get('tasks') ?? []) as unknown as Task[]);
  }
  console.log(`Compared ${objects} objects of ${projects.length} projects: ${differences} differences.`);
  if (map !== undefined) {
    await writeFile(map, lines);
    console.log(`Lead old links on: cell.sh moved ${map}`);
  }
  if (differences > 0) process.exitCode = 1;
}

/**
 * Whether a project was archived before `prepare` created it in the new cell. A project that is not there any more counts as
 * archived by the move.
 */
async function wasArchived({ to }: Options, { id, archivedAt }: Project): Promise<boolean> {
  if (archivedAt === null) return false;
  const created = await to.client.find<{ createdAt: string }>(`/projects/${id}`);
  return created !== null && Date.parse(archivedAt) < Date.parse(created.createdAt);
}

async function move(options: Options): Promise<void> {
  const { client } = options.from;
  const projects = await readProjects(options);
  await requireMembers(options, projects);
  // The move needs a download in each cell. Without it, the projects would be archived, and be nowhere else.
  for (const cell of [options.from, options.to]) await cell.client.requireDownload();
  for (const { id, archivedAt } of projects) {
    if (archivedAt === null) await client.call('POST', `/projects/${id}/archive`);
  }
  console.log('Archived in the old cell: everyone can read there, and no one can write.');
  const downloadId = await client.newDownload();
  const data = await client.download(downloadId);
  const all = await client.downloadFiles(downloadId, IMPORTS.fileBytes);
  if (all === null) console.log('The files of the tasks are too large for one import: without them.');
  let file: { bytes: Buffer } | { fileOf: string } = { bytes: all ?? data };
  for (const project of projects) {
    console.log(`${project.name}: importing`);
    file = { fileOf: await importProject(options, project, file) };
  }
  await compare(options, projects, data);
  // Only now, as an import cannot write to an archived project.
  for (const project of projects) {
    if (await wasArchived(options, project)) await options.to.client.call('POST', `/projects/${project.id}/archive`);
  }
}

async function check(options: Options): Promise<void> {
  const { client } = options.from;
  await compare(options, await readProjects(options), await client.download(await client.newDownload()));
}

async function back(options: Options): Promise<void> {
  for (const project of await readProjects(options)) {
    const { id, archivedAt, name } = project;
    if (archivedAt === null) continue;
    if (await wasArchived(options, project)) {
      console.log(`${name}: stays archived, as it was before the move`);
      continue;
    }
    await options.from.client.call('POST', `/projects/${id}/unarchive`);
    console.log(`${name}: can be written to again`);
  }
}

const COMMANDS = new Map<string, Options['run']>([
  ['prepare', prepare],
  ['move', move],
  ['check', check],
  ['back', back],
]);

try {
  const options = await readOptions();
  await options.run(options);
} catch (error) {
  console.error(
    error instanceof MoveError
      ? error.message
      : error instanceof TypeError
        ? `A server cannot be reached: ${error.message}`
        : error,
  );
  process.exitCode = 1;
}
