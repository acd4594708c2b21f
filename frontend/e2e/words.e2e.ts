import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import { openContext, newWorld, openScreen, listScreens, forEachTwoAtATime } from './screens.ts';

/** The delay of the texts, so that the code arrives first. */
const LATER_MS = 500;

test(
  'no code reads its texts before they are loaded, when they arrive late or the session has ended',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    test.slow();
    const world = await newWorld(baseURL ?? '');
    const form = { theme: 'light', width: 1400 } as const;
    const early: string[] = [];
    const watch = (page: Page, name: string): void => {
      page.removeAllListeners('console');
      page.on('console', (message) => {
        const [said] = /Message \S+ was read before/.exec(message.text()) ?? [];
        if (said !== undefined) early.push(`${name}: ${said}`);
      });
    };
    const contexts = await Promise.all(
      [null, world.person, { ...world.person, token: 'ended' }].map((person) =>
        openContext(browser, baseURL ?? '', form, person),
      ),
    );
    const [visitor, insider, former] = contexts;
    if (!visitor || !insider || !former) throw new Error('no browser');
    for (const context of contexts) {
      await context.route(/\/words-en-(?!shell)/, async (route) => {
        await sleep(LATER_MS);
        await route.continue();
      });
    }
    const board = `/projects/${world.projectId}`;
    const screens = listScreens(world)
      .filter(({ isInside, path }) => !isInside || path === board || process.env.TEST_DEPTH === 'full')
      .map((screen) => ({ ...screen, context: screen.isInside ? insider : visitor }));
    const ended = ['/board', board].map((path) => ({ name: `${path}, signed out`, path, context: former }));
    await forEachTwoAtATime([...screens, ...ended], async ({ name, path, context }, tabIn) => {
      const page = await tabIn(context);
      watch(page, name);
      await openScreen(page, path);
    });
    expect([...new Set(early)]).toEqual([]);
    await Promise.all(contexts.map((context) => context.close()));
  },
);
