import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { UUID } from '../../contract/uuid.js';
import { collectBoard, listBoards, PlankaClient, PlankaError } from '../imports/collectPlanka.js';

/* `npm run import -- planka URL`: reads a board of Planka from a machine that can reach it, and imports it through the
   API that the app uses. Keys are read from the environment, and Planka's key is never sent to Cairn. */

const DEFAULT_URL = 'http://localhost:4000';

const USAGE = `usage: npm run import -- planka URL [--board NAME|ID] [--into PROJECT | --new NAME] [--dry-run] [--report FILE] [--save FILE]

  PLANKA_API_KEY or PLANKA_TOKEN   how Planka knows you
  CAIRN_TOKEN                      a token of yours, for all projects, that can write
  CAIRN_URL                        the address of Cairn (${DEFAULT_URL})
  --save FILE                      only writes the board to a file, which /import takes
  --into PROJECT                   the key, the name or the id of a project; without it and --new, a dry run
  --report FILE                    where the report is written (CSV)`;

class UsageError extends Error {}

interface Options {
  planka: PlankaClient;
  cairn: { url: string; token: string };
  board: string | undefined;
  into: string | undefined;
  newName: string | undefined;
  isDry: boolean;
  report: string | undefined;
  save: string | undefined;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        board: { type: 'string' },
        into: { type: 'string' },
        new: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        report: { type: 'string' },
        save: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(USAGE, { cause: error });
  }
}

function readOptions(): Options {
  const { values, positionals } = readArguments();
  const [program, url, ...more] = positionals;
  if (program !== 'planka' || url === undefined || !/^https?:\/\//.test(url) || more.length > 0)
    throw new UsageError(USAGE);
  if (values.into !== undefined && values.new !== undefined) throw new UsageError('Give --into or --new, not both');
  const { PLANKA_API_KEY: key, PLANKA_TOKEN: plankaToken, CAIRN_TOKEN: token, CAIRN_URL: cairn } = process.env;
  const auth = key ? { key } : plankaToken ? { token: plankaToken } : undefined;
  if (!auth) throw new UsageError('PLANKA_API_KEY or PLANKA_TOKEN is not set');
  if (!token && values.save === undefined) throw new UsageError('CAIRN_TOKEN is not set');
  return {
    planka: new PlankaClient(withoutSlash(url), auth),
    cairn: { url: withoutSlash(cairn || DEFAULT_URL), token: token ?? '' },
    board: values.board,
    into: values.into,
    newName: values.new,
    isDry: values['dry-run'] || (values.into === undefined && values.new === undefined),
    report: values.report,
    save: values.save,
  };
}

interface CairnAnswer {
  message?: string;
  errors?: Record<string, string[]>;
  data?: unknown;
}

interface Answer<Data> {
  data: Data;
  /** The query of the next page; undefined if there is none. */
  next?: string | undefined;
}

async function callPage<Data>(
  { cairn }: Options,
  method: string,
  path: string,
  body?: string | object,
): Promise<Answer<Data>> {
  const isFile = typeof body === 'string';
  const request = fetch(`${cairn.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${cairn.token}`,
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  });
  const answer = await request.catch((error: unknown) => {
    const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
    throw new UsageError(`Cairn cannot be reached at ${cairn.url} (${code ?? message}): set CAIRN_URL`);
  });
  const text = await answer.text();
  let parsed: CairnAnswer = {};
  try {
    parsed = JSON.parse(text) as CairnAnswer;
  } catch {
    if (answer.ok) return { data: text as Data };
  }
  if (!answer.ok) {
    const fields = Object.values(parsed.errors ?? {}).flat();
    throw new UsageError(`Cairn answered ${answer.status}: ${[parsed.message ?? '', ...fields].join(' ')}`);
  }
  const next = /<[^>?]*(\?[^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  return { data: parsed.data as Data, next };
}

const call = async <Data>(...args: Parameters<typeof callPage>): Promise<Data> => (await callPage<Data>(...args)).data;

interface Project {
  id: string;
  name: string;
  key: string | null;
}

async function findProject(options: Options, wanted: string): Promise<string> {
  if (UUID.test(wanted)) return wanted;
  for (let query: string | undefined = ''; query !== undefined;) {
    const page: Answer<Project[]> = await callPage(options, 'GET', `/projects${query}`);
    const found = page.data.find(({ key, name }) => key === wanted.toUpperCase() || name === wanted);
    if (found) return found.id;
    query = page.next;
  }
  throw new UsageError(`There is no project ${wanted}`);
}

async function chooseBoard({ planka, board }: Options): Promise<string> {
  const boards = await listBoards(planka);
  const found = board === undefined ? boards : boards.filter(({ id, name }) => id === board || name === board);
  const [only, ...others] = found;
  if (only && others.length === 0) return only.id;
  const shown = (only ? found : boards).map(({ id, name, project }) => `  ${id}  ${project}: ${name}`);
  throw new UsageError(`${only ? 'Choose a board with --board' : 'There is no such board'}:\n${shown.join('\n')}`);
}

interface Counts {
  tasks: number;
  comments: number;
  checklistItems: number;
  columns: number;
}

interface Import {
  id: string;
  state: string;
  done: number;
  total: number;
  failure: string | null;
  projectId: string | null;
  report: {
    made: Counts;
    kept: Counts;
    left: { what: string; why: string; count: number }[];
    refusedCount: number;
    lineCount: number;
  };
}

const wordsOf = ({ tasks, comments, checklistItems, columns }: Counts): string =>
  `${tasks} tasks, ${comments} comments, ${checklistItems} checklist items, ${columns} columns`;

async function run(options: Options): Promise<void> {
  const { isDry, into, newName, planka, report, save } = options;
  const boardId = await chooseBoard(options);
  const board = await collectBoard(planka, boardId, (text) => console.error(`Reading Planka: ${text}`));
  if (save !== undefined) {
    await writeFile(save, JSON.stringify(board));
    console.log(`The board is in ${save}. Import it at /import.`);
    return;
  }
  const goal =
    into !== undefined
      ? { projectId: await findProject(options, into) }
      : newName !== undefined
        ? { newProject: { name: newName } }
        : {};
  const started = await call<Import>(options, 'POST', '/imports', { source: 'PLANKA', dryRun: isDry, ...goal });
  let found = await call<Import>(options, 'PUT', `/imports/${started.id}/file`, JSON.stringify(board));
  while (found.state === 'RUNNING') {
    await sleep(1_000);
    found = await call<Import>(options, 'GET', `/imports/${started.id}`);
    if (found.total > 0) console.error(`${found.done} of ${found.total} tasks`);
  }
  const { made, kept, left, refusedCount } = found.report;
  console.log(`${isDry ? 'Would make' : 'Made'} ${wordsOf(made)}.`);
  if (kept.tasks > 0) console.log(`There already: ${wordsOf(kept)}.`);
  for (const { what, why, count } of left) console.log(`${count} × ${what}: ${why}`);
  if (refusedCount > 0) console.log(`${refusedCount} cards not imported.`);
  if (report !== undefined) {
    await writeFile(report, await call<string>(options, 'GET', `/imports/${started.id}/report`));
    console.log(`The whole report is in ${report}.`);
  }
  if (found.state !== 'DONE') throw new UsageError(found.failure ?? 'The import was stopped');
  if (found.projectId !== null && !isDry) console.log(`${options.cairn.url}/projects/${found.projectId}`);
}

try {
  await run(readOptions());
} catch (error) {
  const isKnown = error instanceof UsageError || error instanceof PlankaError;
  console.error(isKnown ? error.message : error);
  process.exitCode = 1;
}
