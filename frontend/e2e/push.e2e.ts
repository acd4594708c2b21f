import { expect, test } from '@playwright/test';
import { complaintsOf } from './complaints.ts';
import { browserOf, newPerson } from './people.ts';

test.use({ serviceWorkers: 'allow' });

/** Stands for the browser's push service, which is out on the internet. */
const fakeSubscriptions = (): void => {
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
      options: { applicationServerKey: (options?.applicationServerKey as Uint8Array).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: bytes(65), auth: bytes(16) } }),
      unsubscribe: () => {
        current = null;
        return Promise.resolve(true);
      },
    } as unknown as PushSubscription;
    return Promise.resolve(current);
  };
};

test('a browser is told by a press in the settings; what comes is shown, and leads an open tab to its task', async ({
  browser,
  baseURL: url,
}) => {
  const baseURL = url ?? '';
  const mara = await newPerson(baseURL, 'Mara');
  const project = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
  const task = await mara.call<{ id: string }>('POST', '/tasks', {
    projectId: project.id,
    title: 'Book freight',
    priority: 'LOW',
  });
  const context = await browserOf(browser, baseURL, mara);
  const complaints = complaintsOf(context);
  await context.grantPermissions(['notifications'], { origin: baseURL });
  await context.addInitScript(fakeSubscriptions);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((done) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && done(first.registrationId));
  });
  await cdp.send('ServiceWorker.enable');
  await page.goto('/settings');
  const row = page.getByRole('button', { name: 'Turn on', exact: true });
  await row.click();
  await expect(page.getByRole('button', { name: 'Turn off', exact: true })).toBeVisible();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));

  const push = async (path: string): Promise<void> => {
    const data = JSON.stringify({ title: 'Book freight', body: 'Wen assigned it to you', path, tag: path });
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: baseURL, registrationId: await registered, data });
  };
  /** Clicks what is shown, as far as a page can see that. */
  const click = (): Promise<unknown> =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const [notification] = await registration.getNotifications();
      // Only browsers may let a worker wait for what it does; it does it all the same.
      globalThis.addEventListener('error', (event) => event.preventDefault());
      const Click = (globalThis as unknown as { NotificationEvent: new (...args: unknown[]) => Event }).NotificationEvent;
      globalThis.dispatchEvent(new Click('notificationclick', { notification }));
      return notification?.title;
    });
  const shown = (): Promise<unknown[]> =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });

  const path = `/projects/${project.id}?task=${task.id}`;
  await push(path);
  await expect.poll(shown).toEqual([{ title: 'Book freight', body: 'Wen assigned it to you', tag: path }]);
  expect(await click()).toBe('Book freight');
  await expect(page.getByRole('complementary').or(page.getByRole('dialog')).getByText('Book freight').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/projects/${project.id}`);
  await expect.poll(shown).toEqual([]);

  // what leads out of the app leads to its beginning
  await push('https://elsewhere.example/');
  await expect.poll(shown).toHaveLength(1);
  await click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(complaints).toEqual([]);
  await context.close();
});
