import { expect, test } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newPerson, signOut } from './people.ts';

test.use({ serviceWorkers: 'allow' });

interface Shown {
  title: string;
  body?: string;
  tag?: string;
  data?: unknown;
}

/** Replaces a person who allows pushes, and the browser's push service, which is on the internet. */
const fakeSubscriptions = (): void => {
  let permission: NotificationPermission = 'default';
  Object.defineProperty(Notification, 'permission', { get: () => permission });
  Notification.requestPermission = () => Promise.resolve((permission = 'granted'));
  let current: PushSubscription | null = null;
  const bytes = (length: number): string =>
    btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(length))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  PushManager.prototype.getSubscription = () => Promise.resolve(current);
  PushManager.prototype.subscribe = (options) => {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
    current = {
      endpoint,
      options: { applicationServerKey: (options as { applicationServerKey: Uint8Array }).applicationServerKey.buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: bytes(65), auth: bytes(16) } }),
      unsubscribe: () => {
        current = null;
        return Promise.resolve(true);
      },
    } as unknown as PushSubscription;
    return Promise.resolve(current);
  };
};

test(
  'push notifications are turned on in the settings, are shown, and open their task in an open tab',
  { tag: '@full' },
  async ({ browser, baseURL: url }) => {
    const baseURL = url ?? '';
    const mara = await newPerson(baseURL, 'Mara');
    const project = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
    const task = await mara.call<{ id: string }>('POST', '/tasks', {
      projectId: project.id,
      title: 'Book freight',
      priority: 'LOW',
    });
    const context = await browserOf(browser, baseURL, mara, { fetchesAhead: true });
    const consoleErrors = collectConsoleErrors(context);
    await context.grantPermissions(['notifications'], { origin: baseURL });
    await context.addInitScript(fakeSubscriptions);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const registered = new Promise<string>((done) => {
      cdp.on(
        'ServiceWorker.workerRegistrationUpdated',
        ({ registrations: [first] }) => first && done(first.registrationId),
      );
    });
    await cdp.send('ServiceWorker.enable');
    await page.goto('/settings');
    const row = page.getByRole('button', { name: 'Turn on', exact: true });
    await row.click();
    await expect(page.getByRole('button', { name: 'Turn off', exact: true })).toBeVisible();
    // A headless browser shows no notifications and reports that; the test stores what would be shown.
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await worker.evaluate(() => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const all: Shown[] = ((globalThis as unknown as { shown: Shown[] }).shown = []);
      registration.showNotification = (title, { body, tag, data } = {}) =>
        Promise.resolve(void all.push({ title, body, tag, data: data as unknown }));
    });

    const push = async (path: string): Promise<void> => {
      const data = JSON.stringify({ title: 'Book freight', body: 'Wen assigned it to you', path, tag: path });
      await cdp.send('ServiceWorker.deliverPushMessage', { origin: baseURL, registrationId: await registered, data });
    };
    const shown = (): Promise<Shown[]> => worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);
    /** Clicks the shown notification, as a person does. */
    const click = (): Promise<void> =>
      worker.evaluate(() => {
        const { shown: all } = globalThis as unknown as { shown: Shown[] };
        const [first] = all;
        const notification = { ...first, close: () => void all.splice(0) };
        const waitUntil = (): void => undefined;
        globalThis.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
      });

    const path = `/projects/${project.id}?task=${task.id}`;
    await push(path);
    await expect
      .poll(shown)
      .toEqual([{ title: 'Book freight', body: 'Wen assigned it to you', tag: path, data: { path } }]);
    await click();
    await expect(
      page.getByRole('complementary').or(page.getByRole('dialog')).getByText('Book freight').first(),
    ).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/projects/${project.id}`);
    await expect.poll(shown).toEqual([]);

    // an address outside the app leads to the start page
    await push('https://elsewhere.example/');
    await expect.poll(shown).toHaveLength(1);
    await click();
    await expect(page).toHaveURL(/\/dashboard$/);

    // another tab that is not the app, such as an opened file, does not take it
    const other = await context.newPage();
    await other.goto('/robots.txt');
    await other.bringToFront();
    // the page hears of clicks once its parts in the background are loaded
    await expect(async () => {
      await push(path);
      await expect.poll(shown).toHaveLength(1);
      await click();
      await expect.poll(() => new URL(page.url()).pathname, { timeout: 2_000 }).toBe(`/projects/${project.id}`);
    }).toPass();
    await other.close();

    const isSubscribed = (): Promise<boolean> =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.pushManager.getSubscription()) !== null;
      });
    expect(await isSubscribed()).toBe(true);
    await signOut(page);
    await expect.poll(isSubscribed).toBe(false);
    expect(consoleErrors).toEqual([]);
    await context.close();
  },
);
