import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectConsoleErrors } from './consoleErrors.ts';
import { addTasks, browserOf, newPerson, openLive, type Person } from './people.ts';
import { forEachTwoAtATime } from './screens.ts';

const DEEP = process.env.TEST_DEPTH === 'full';
const SEED = Number(process.env.TEST_SEED ?? (DEEP ? Date.now() % 1_000_000 : 7));
const ROUNDS = DEEP ? 6 : 1;
/** One order of each kind: by a text, by a time that may be missing, by a value that each write changes, by hand. */
const FEW_ORDERS = ['TITLE_ASC', 'DUE_DESC', 'UPDATED_DESC', 'RANK_ASC'];
/** More than a page of a list. */
const TASKS = 54;
const WRITES = 16;
const DAY = 86_400_000;
const WORDS = ['freight', 'Über', 'zürich', 'Zebra', '🚀', '\uFFFD', 'a', 'A', 'Straße'];

/** Pseudo-random numbers, the same for the same seed (mulberry32). */
const luck = (seed: number) => {
  let state = seed;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
  return { below, oneOf: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item };
};

interface Task {
  id: string;
  title: string;
}

interface Column {
  id: string;
  status: string;
  hidden: boolean;
}

/** Which pages are compared, and over which connection. */
interface Comparison {
  isBad?: boolean;
  /** The pages besides lists, the board and the dashboard, with writes to what only they show. */
  isOfOthers?: boolean;
}

/** A connection on which requests can fail: lost, refused by a busy server, too slow, or answered late. */
const openBadLine = async (context: BrowserContext) => {
  const { below } = luck(SEED);
  let isBad = false;
  const sockets = new Set<() => Promise<void>>();
  await context.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    sockets.add(async () => {
      await server.close();
      await socket.close();
    });
  });
  await context.route('**/graphql', async (route) => {
    const of100 = isBad ? below(100) : 100;
    const limited = { message: 'Wait', extensions: { code: 'RATE_LIMITED', retryAfter: 1 } };
    if (of100 < 15) await route.abort('connectionreset');
    else if (of100 < 25) await route.fulfill({ status: 503, body: 'busy' });
    else if (of100 < 32) await route.fulfill({ status: 429, json: { errors: [limited] } });
    else if (of100 < 37) {
      await sleep(11_000);
      await route.abort();
    } else if (of100 < 47) {
      const response = await route.fetch();
      await sleep(3_000);
      // The page may have given up.
      await route.fulfill({ response }).catch(() => undefined);
    } else await route.continue();
  });
  return {
    setBad: (next: boolean): void => {
      isBad = next;
    },
    cutSockets: async (): Promise<void> => {
      const open = [...sockets];
      sockets.clear();
      await Promise.allSettled(open.map((cut) => cut()));
    },
  };
};

/** The texts of the page, and what the fields of an open task contain. */
const shown = async (page: Page): Promise<string> => {
  const text = await page.locator('main').innerText();
  const fields = page.locator('input:not([type=checkbox]), textarea');
  const values = await fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
  const ticked = await page.getByRole('checkbox', { checked: true }).count();
  return [text, ...values, `${ticked} ticked`].join('\n');
};
const open = async (context: BrowserContext, path: string): Promise<Page> => {
  const page = await openLive(context, path);
  // All lists fit into the window, wherever a click has scrolled them: 39 pixels for each of up to 70 tasks.
  await page.setViewportSize({ width: 1400, height: 3200 });
  return page;
};

const compare =
  ({ isBad = false, isOfOthers = false }: Comparison) =>
  async ({ browser, baseURL: url }: { browser: Browser; baseURL?: string | undefined }): Promise<void> => {
    const baseURL = url ?? '';
    test.setTimeout(DEEP ? 900_000 : 150_000);
    console.log(`live pages against fresh ones: TEST_SEED=${SEED}`);
    const { below, oneOf } = luck(SEED);
    const mara = await newPerson(baseURL, 'Mara');
    const wen = await newPerson(baseURL, 'Wen');
    const projects: { id: string }[] = [];
    for (const name of ['Tern launch', 'Lamp']) {
      const project = await mara.call<{ id: string }>('POST', '/projects', { name });
      const role = isOfOthers ? 'OWNER' : 'MEMBER';
      await mara.call('POST', `/projects/${project.id}/members`, { userId: wen.id, role });
      projects.push(project);
    }
    const projectId = projects[0]?.id ?? '';

    const tasks: Task[] = [];
    let made = 0;
    const fields = () => ({
      // all titles differ, some only after a long common beginning
      title: `${oneOf(WORDS)} ${oneOf(WORDS)} ${(made += 1)}`,
      priority: oneOf(['LOW', 'MEDIUM', 'HIGH', 'URGENT']),
      status: oneOf(['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE']),
      // half a day away from the time at which a label changes
      dueDate: oneOf([null, ...[-10.5, -3.5, 20, 90].map((days) => new Date(Date.now() + days * DAY).toISOString())]),
    });
    const create = async (by: Person): Promise<void> => {
      const { id } = oneOf(projects);
      tasks.push(await by.call<Task>('POST', '/tasks', { projectId: id, ...fields() }));
    };
    for (const { id } of projects) {
      tasks.push(...(await addTasks<Task>(mara, id, Array.from({ length: TASKS / 2 }, fields))));
    }

    const put = async (by: Person, change: object): Promise<void> => {
      const task = oneOf(tasks);
      const { title } = await by.call<Task>('PUT', `/tasks/${task.id}`, change);
      task.title = title;
    };
    /** Changes by other people and by the person's other devices. */
    const writes: readonly ((by: Person) => Promise<void>)[] = [
      create,
      (by) => put(by, { title: fields().title }),
      (by) => put(by, { description: `${oneOf(WORDS)}\n${oneOf(WORDS)}` }),
      (by) => put(by, { priority: fields().priority }),
      (by) => put(by, { status: fields().status }),
      (by) => put(by, { dueDate: fields().dueDate }),
      (by) => put(by, { tags: [oneOf(WORDS)] }),
      (by) => put(by, { assigneeId: oneOf([mara.id, wen.id, null]) }),
      async (by) => {
        const [one, other] = [oneOf(tasks), oneOf(tasks)];
        await by.call('PATCH', `/tasks/${one.id}/move`, { status: fields().status, afterId: other.id });
      },
      async (by) => {
        await by.call('POST', `/tasks/${oneOf(tasks).id}/comments`, { text: oneOf(WORDS) });
      },
      async (by) => {
        // Keeps the first task: it is open in one of the pages, where a deleted task stays readable.
        const [gone] = tasks.splice(1 + below(tasks.length - 1), 1);
        await by.call('DELETE', `/tasks/${gone?.id}`);
      },
      async (by) => {
        await by.call('PUT', `/projects/${oneOf(projects).id}`, { name: `Project ${oneOf(WORDS)} ${(made += 1)}` });
      },
    ];
    /** Changes that the person makes in the page itself, if the task is in view. */
    const edit = async (page: Page): Promise<void> => {
      const links = page.locator('[data-task-link]');
      let link = links.first();
      // Other people's changes may still move the rows: finds the task by its address, and takes another one if it has
      // left the view.
      await expect(async () => {
        const address = await links.nth(below(await links.count())).getAttribute('href', { timeout: 5_000 });
        link = page.locator(`[data-task-link][href="${address}"]`);
        await link.click({ timeout: 5_000 });
      }).toPass();
      const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' });
      await expect(title).not.toHaveValue('');
      const text = await title.inputValue();
      const next = fields().title;
      await title.fill(next);
      await title.press('Enter');
      // exactly: another title may begin with the same words
      await expect(link.and(page.getByText(text, { exact: true }))).toHaveCount(0);
      await page.getByRole('dialog').getByRole('combobox', { name: 'Priority' }).click();
      await page.getByRole('option', { name: oneOf(['Low', 'Medium', 'High', 'Urgent']), exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      const task = tasks.find((it) => it.title === text);
      if (task) task.title = next;
    };

    const openId = tasks[0]?.id ?? '';
    const ines = await newPerson(baseURL, 'Ines');
    if (isOfOthers) {
      await mara.call('POST', `/tasks/${openId}/checklist/bulk`, { items: [{ text: 'a' }, { text: 'b' }] });
      await mara.call('POST', `/tasks/${openId}/comments`, { text: oneOf(WORDS) });
    }
    const columnsOf = (id: string): Promise<Column[]> => mara.call<Column[]>('GET', `/projects/${id}/columns`);
    const revisionOf = async (id: string): Promise<number> =>
      (await mara.call<{ revision: number }>('GET', `/projects/${id}`)).revision;
    const begun = new Map<string, number>();
    for (const { id } of projects) begun.set(id, await revisionOf(id));
    const trash: Task[] = [];
    /** A write to the open task, or to any. */
    const often = (): string => (below(2) === 0 ? openId : oneOf(tasks).id);
    /** Changes of what only the other pages show. Some are refused, such as a relation to itself. */
    const otherWrites: readonly ((by: Person) => Promise<unknown>)[] = [
      (by) => by.call('POST', `/tasks/${often()}/checklist`, { text: fields().title }),
      async (by) => {
        const item = oneOf(await by.call<Task[]>('GET', `/tasks/${openId}/checklist`));
        await by.call('PATCH', `/tasks/${openId}/checklist/${item.id}`, { done: below(2) === 0, text: fields().title });
      },
      async (by) => {
        const item = oneOf(await by.call<Task[]>('GET', `/tasks/${openId}/checklist`));
        await by.call('DELETE', `/tasks/${openId}/checklist/${item.id}`);
      },
      (by) => by.call('POST', `/tasks/${openId}/comments`, { text: oneOf(WORDS) }),
      async (by) => {
        const comment = oneOf(await by.call<Task[]>('GET', `/tasks/${openId}/comments`));
        if (below(2) === 0) await by.call('DELETE', `/comments/${comment.id}`);
        else await by.call('PUT', `/comments/${comment.id}`, { text: fields().title });
      },
      (by) => by.call('PUT', `/tasks/${oneOf(tasks).id}/parent`, { parentId: oneOf([openId, oneOf(tasks).id, null]) }),
      (by) => {
        const kind = oneOf(['BLOCKS', 'DUPLICATES', 'RELATES']);
        return by.call('POST', `/tasks/${often()}/relations`, { otherId: often(), kind });
      },
      (by) => by.call('DELETE', `/tasks/${openId}/relations/${oneOf(tasks).id}`),
      (by) => by.call('PATCH', `/tasks/${oneOf(tasks).id}/project`, { projectId: oneOf(projects).id }),
      (by) => {
        const column = { name: `Column ${(made += 1)}`, status: fields().status, hidden: below(3) === 0, limit: 2 };
        return by.call('POST', `/projects/${projectId}/columns`, column);
      },
      async (by) => {
        const { id, hidden } = oneOf(await columnsOf(projectId));
        await by.call('PUT', `/columns/${id}`, { name: `Column ${(made += 1)}`, hidden: !hidden });
      },
      async (by) => {
        const columns = await columnsOf(projectId);
        await by.call('PATCH', `/columns/${oneOf(columns).id}/place`, { afterId: oneOf(columns).id });
      },
      async (by) => {
        const columns = await columnsOf(projectId);
        const gone = oneOf(columns);
        const next = columns.find(({ id, status }) => id !== gone.id && status === gone.status);
        if (next) await by.call('DELETE', `/columns/${gone.id}?moveTasksTo=${next.id}`);
      },
      (by) => by.call('PATCH', `/tasks/${often()}/move`, { status: fields().status }),
      async (by) => {
        const ids = [...new Set([oneOf(tasks).id, oneOf(tasks).id, oneOf(tasks).id])];
        const change = oneOf([{ status: 'DONE' }, { addTags: ['red'] }, { assigneeId: wen.id }, { priority: 'HIGH' }]);
        await by.call('PATCH', '/tasks/bulk', { ids, ...change });
      },
      async (by) => {
        const [gone] = tasks.splice(1 + below(tasks.length - 1), 1);
        if (gone) trash.push(gone);
        await by.call('DELETE', `/tasks/${gone?.id}`);
      },
      async (by) => {
        const [back] = trash.splice(below(trash.length), 1);
        await by.call('POST', `/tasks/${back?.id}/restore`);
        if (back) tasks.push(back);
      },
      (by) => by.call('DELETE', `/trash/${trash.splice(below(trash.length), 1)[0]?.id}`),
      async (by) => {
        const { id } = oneOf(projects);
        const revision = await revisionOf(id);
        // not what the test has begun with
        if (revision > (begun.get(id) ?? 0)) await by.call('POST', '/undo', { acts: [{ projectId: id, revision }] });
      },
      (by) => by.call('POST', `/projects/${projects[1]?.id}/${oneOf(['archive', 'unarchive', 'unarchive'])}`),
      (by) => by.call('POST', `/projects/${oneOf(projects).id}/members`, { userId: ines.id, role: 'MEMBER' }),
      (by) =>
        by.call('PATCH', `/projects/${oneOf(projects).id}/members/${ines.id}`, { role: oneOf(['OWNER', 'VIEWER']) }),
      (by) => by.call('DELETE', `/projects/${oneOf(projects).id}/members/${ines.id}`),
      (by) => by.call('PUT', `/tasks/${oneOf(tasks).id}`, { assigneeId: ines.id }),
    ];

    const context = await browserOf(browser, baseURL, mara);
    const consoleErrors = collectConsoleErrors(context);
    const badLine = isBad ? await openBadLine(context) : undefined;
    // the same time for both pages, whichever was opened before midnight
    await context.clock.setFixedTime(new Date());
    const answer = await fetch(`${baseURL}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __type(name: "TaskOrder") { enumValues { name } } }' }),
    });
    const schema = (await answer.json()) as { data: { __type: { enumValues: { name: string }[] } } };
    const names = schema.data.__type.enumValues.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(FEW_ORDERS));
    const orders = (DEEP ? names : FEW_ORDERS).map((name) => `/tasks?sort=${name}`);
    const lists = [...orders, '/board', '/dashboard', `/projects/${projectId}`, `/projects/${projectId}/list`];
    const others = [
      '/calendar',
      '/timeline',
      '/projects',
      '/team',
      '/activity',
      '/trash',
      '/tasks?group=status',
      `/projects/${projectId}/activity`,
      `/projects/${projectId}/members`,
      `/projects/${projectId}/list?group=column`,
      `/projects/${projectId}?task=${openId}`,
    ];
    const paths = isOfOthers ? others : lists;
    const live = new Map<string, Page>();
    await forEachTwoAtATime(paths, async (path) => void live.set(path, await open(context, path)));

    for (let round = 1; round <= (isBad || isOfOthers ? Math.min(2, ROUNDS) : ROUNDS); round += 1) {
      badLine?.setBad(true);
      const own = isOfOthers ? [] : [oneOf(orders), '/board'];
      for (let n = 1; n <= (isOfOthers ? 3 : 1) * WRITES; n += 1) {
        const by = oneOf([mara, wen]);
        if (isOfOthers && n % 4 !== 0) await oneOf(otherWrites)(by).catch(() => undefined);
        else await oneOf(writes)(by).catch(isOfOthers ? () => undefined : undefined);
        if (isBad) await sleep(1_500);
        if (n % 4 === 0) await badLine?.cutSockets();
        const path = n % (WRITES / 2) === 0 ? own.pop() : undefined;
        const page = path === undefined ? undefined : live.get(path);
        if (page) await edit(page);
      }
      badLine?.setBad(false);
      await forEachTwoAtATime(paths, async (path) => {
        const page = live.get(path);
        const fresh = await open(context, path);
        await expect(async () => {
          expect(page && (await shown(page)), `${path}, round ${round}, TEST_SEED=${SEED}`).toBe(await shown(fresh));
        }).toPass({ timeout: isBad ? 120_000 : 30_000 });
        await fresh.close();
      });
    }
    await context.close();
    // The browser reports failed requests.
    if (!isBad) expect(consoleErrors).toEqual([]);
  };

const title = 'a page that has seen random writes by others and by oneself shows what a fresh one shows';
test(title, { tag: '@full' }, compare({}));
test(`${title}, also over a bad connection`, { tag: '@full' }, compare({ isBad: true }));
test(`${title}, on all other pages`, { tag: '@full' }, compare({ isOfOthers: true }));
