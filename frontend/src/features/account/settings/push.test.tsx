import { ApolloLink } from '@apollo/client';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { of } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import { unsubscribePush, renewSubscription } from '../../notifications/push';
import { renderPart } from '../session/render.fixture';
import { PushRow } from './PushRow';

const KEY = 'BNJxwXcX4wXcX4wXcX4wXcX4wXcX4wXcX4wXcX4wXcX4wXcX4wXcX4wXcX4wXcX4wXcX4wXcX4wXcX4wXcX4wXc';

/** What a browser does of the Push API; `asked` is how often a person was asked for leave. */
const browser = { asked: 0, subscribed: 0, answer: 'granted' as NotificationPermission, fails: false };
let subscription: (PushSubscription & { key: string }) | null = null;
const sent: [string, Record<string, unknown>][] = [];

const textOf = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');

const pushManager = {
  getSubscription: () => Promise.resolve(subscription),
  subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
    if (browser.fails) return Promise.reject(new DOMException('push service not available', 'AbortError'));
    browser.subscribed += 1;
    const endpoint = `https://push.example/${browser.subscribed}`;
    subscription = {
      endpoint,
      key: textOf(applicationServerKey),
      options: { applicationServerKey: applicationServerKey.buffer, userVisibleOnly: true },
      unsubscribe: () => {
        subscription = null;
        return Promise.resolve(true);
      },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    } as unknown as typeof subscription;
    return Promise.resolve(subscription);
  },
};

const Notification = {
  permission: 'default' as NotificationPermission,
  requestPermission: () => {
    browser.asked += 1;
    Notification.permission = browser.answer;
    return Promise.resolve(browser.answer);
  },
};

let key = KEY;
const client = makeClient(
  new ApolloLink(({ operationName = '', variables }) => {
    sent.push([operationName, (variables['input'] ?? {}) as Record<string, unknown>]);
    if (operationName === 'PushKey') return of({ data: { pushKey: key } });
    const payload = { __typename: `${operationName}Payload`, pushSubscriptionId: `s${browser.subscribed}` };
    return of({ data: { [operationName === 'SubscribePush' ? 'subscribePush' : 'unsubscribePush']: payload } });
  }),
);
const said = () => sent.splice(0).map(([name, input]) => [name, input['endpoint'] ?? input['id']]);

const show = (isWanted = true) => renderPart(client, <PushRow isWanted={isWanted} />);

beforeEach(() => {
  const registration = { pushManager };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('PushManager', vi.fn());
  vi.stubGlobal('Notification', Notification);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve(registration),
      register: () => Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
  });
});
afterEach(() => {
  Object.assign(browser, { asked: 0, answer: 'granted', fails: false });
  Object.assign(Notification, { permission: 'default' });
  subscription = null;
  sent.length = 0;
  key = KEY;
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
});

describe('pushes to this browser', () => {
  it('ask for permission only after a press, and can be turned off', async () => {
    const { unmount } = show();
    const on = await screen.findByRole('button', { name: 'Turn on' });
    expect(browser.asked).toBe(0);
    await userEvent.click(on);
    const off = await screen.findByRole('button', { name: 'Turn off' });
    expect([browser.asked, subscription?.key]).toEqual([1, KEY]);
    expect(said()).toEqual([
      ['PushKey', undefined],
      ['SubscribePush', subscription?.endpoint],
    ]);
    await userEvent.click(off);
    await screen.findByRole('button', { name: 'Turn on' });
    expect([subscription, said()]).toEqual([null, [['UnsubscribePush', `s${browser.subscribed}`]]]);
    unmount();
  });

  it('say that nothing comes while push notifications are off', async () => {
    const { unmount } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    await screen.findByRole('button', { name: 'Turn off' });
    unmount();
    show(false);
    expect(await screen.findByText(/Turn on push notifications first/)).toBeTruthy();
  });

  it('explain what to do if the person or the browser refuses', async () => {
    browser.fails = true;
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText(/Couldn’t turn it on/)).toBeTruthy();
    browser.answer = 'denied';
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText(/Your browser blocks notifications/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    [/This page was loaded over HTTP/, () => vi.stubGlobal('isSecureContext', false)],
    [/doesn’t support push/, () => Reflect.deleteProperty(globalThis, 'PushManager')],
    [
      /Home Screen/,
      () => {
        Reflect.deleteProperty(globalThis, 'PushManager');
        vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)');
      },
    ],
  ])('explain why they are impossible: %s', (words, prepare) => {
    prepare();
    show();
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    vi.restoreAllMocks();
  });

  it('are sent to the server again after another key, another endpoint or a day, and otherwise not', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    await screen.findByRole('button', { name: 'Turn off' });
    said();
    await renewSubscription(client, 'u1');
    expect(said()).toEqual([]);
    key = `BA${KEY.slice(2)}`;
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 3_600_000);
    await renewSubscription(client, 'u1');
    vi.restoreAllMocks();
    expect(subscription?.key).toBe(key);
    expect(said()).toHaveLength(2);
    // the browser has dropped it
    subscription = null;
    await renewSubscription(client, 'u1');
    expect(said().at(-1)).toEqual(['SubscribePush', `https://push.example/${browser.subscribed}`]);
  });

  it('end with the session, and those of another person are removed', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    await screen.findByRole('button', { name: 'Turn off' });
    await unsubscribePush();
    expect([subscription, localStorage.getItem('push')]).toEqual([null, null]);
    await pushManager.subscribe({ applicationServerKey: new Uint8Array(65) });
    said();
    await renewSubscription(client, 'u2');
    expect([subscription, said()]).toEqual([null, []]);
  });
});
