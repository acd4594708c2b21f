import { gql } from '@apollo/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeClient } from './client';
import { errorText, isTransient } from './errors';
import { makeLink } from './links';

const ME = gql`
  query Me {
    me {
      id
    }
  }
`;
const SAVE = gql`
  mutation Save($input: UpdateTaskInput!) {
    updateTask(input: $input) {
      revision
    }
  }
`;

const answer = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/graphql-response+json' } });
const UNAUTHENTICATED = { errors: [{ message: 'Sign in first', extensions: { code: 'UNAUTHENTICATED' } }] };

const fetchMock = vi.fn<typeof fetch>();
let token: string | null;
const onUnauthenticated = vi.fn<(token: string) => void>();
const start = () => makeClient(makeLink({ getToken: () => token, onUnauthenticated }));
const headersOf = (call: number) => new Headers(fetchMock.mock.calls[call]?.[1]?.headers);

beforeEach(() => {
  token = 'kept';
  fetchMock.mockReset();
  onUnauthenticated.mockReset();
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the way of a request', () => {
  it('carries the token', async () => {
    fetchMock.mockResolvedValue(answer({ data: { me: { __typename: 'User', id: 'u1' } } }));
    await start().query({ query: ME });
    expect(headersOf(0).get('authorization')).toBe('Bearer kept');
  });

  it('names the trace that it begins, each its own, where the page says that the server traces', async () => {
    fetchMock.mockImplementation(async () => answer({ data: { me: { __typename: 'User', id: 'u1' } } }));
    const ask = () => start().query({ query: ME, fetchPolicy: 'no-cache' });
    await ask();
    document.head.innerHTML = '<meta name="traces" content="on" />';
    await ask();
    await ask();
    document.head.innerHTML = '';
    const [unset, one, other] = [0, 1, 2].map((call) => headersOf(call).get('traceparent'));
    expect(unset).toBeNull();
    expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(other).not.toBe(one);
  });

  it('waits for earlier writes with the same key, even failed ones, and lets others pass', async () => {
    const answers: ((response: Response) => void)[] = [];
    fetchMock.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const client = start();
    const sent = () =>
      fetchMock.mock.calls.map(([, init]) => JSON.parse(init?.body as string).variables.input.id as string);
    const save = (id: string, serialKey?: string) =>
      client
        .mutate({ mutation: SAVE, variables: { input: { id } }, ...(serialKey && { context: { serialKey } }) })
        .catch(() => id);
    const writes = [save('1', 'list'), save('2', 'list'), save('3', 'list'), save('other')];
    await expect.poll(sent).toEqual(['other', '1']);
    answers[1]?.(answer({ errors: [{ message: 'No', extensions: { code: 'FORBIDDEN' } }] }));
    await expect.poll(sent).toEqual(['other', '1', '2']);
    const DONE = { data: { updateTask: { __typename: 'UpdateTaskPayload', revision: 1 } } };
    answers[2]?.(answer(DONE));
    await expect.poll(sent).toEqual(['other', '1', '2', '3']);
    for (const at of [0, 3]) answers[at]?.(answer(DONE));
    expect(await Promise.all(writes)).toHaveLength(4);
  });

  describe('that early.js has already sent', () => {
    const DATA = { data: { me: { __typename: 'User', id: 'u1' } } };
    const askAhead = async (authorization: string, response: Promise<Response>): Promise<void> => {
      fetchMock.mockImplementation(async () => answer(DATA));
      await start().query({ query: ME });
      const body = fetchMock.mock.calls[0]?.[1]?.body;
      window.__asked__ = { body: typeof body === 'string' ? body : '', authorization, answer: response };
      fetchMock.mockClear();
    };
    const ahead = () => answer({ data: { me: { __typename: 'User', id: 'ahead' } } });
    const idNow = async () => (await start().query<{ me: { id: string } }>({ query: ME })).data?.me.id;
    afterEach(() => {
      delete window.__asked__;
    });

    it('is not sent again, and answers once', async () => {
      await askAhead('Bearer kept', Promise.resolve(ahead()));
      expect([await idNow(), await idNow()]).toEqual(['ahead', 'u1']);
      expect(fetchMock).toHaveBeenCalledTimes(1);
    });

    it("is nobody else's answer", async () => {
      await askAhead("Bearer somebody else's", Promise.resolve(ahead()));
      expect(await idNow()).toBe('u1');
    });

    it('is sent again if it failed', async () => {
      await askAhead('Bearer kept', Promise.reject(new TypeError('Failed to fetch')));
      expect(await idNow()).toBe('u1');
    });
  });

  it('contains the same device id in each request, even without a session', async () => {
    fetchMock.mockImplementation(async () => answer({ data: { me: { __typename: 'User', id: 'u1' } } }));
    await start().query({ query: ME });
    token = null;
    await start().query({ query: ME });
    const [device, again] = [headersOf(0).get('x-device'), headersOf(1).get('x-device')];
    expect(atob(device ?? '')).toHaveLength(32);
    expect(again).toBe(device);
    expect(localStorage.getItem('device')).toBe(device);
  });

  it('sends the greatest reported position, and none after an answer without one', async () => {
    const told = ['a'.repeat(24), 'b'.repeat(24), 'a'.repeat(24), null];
    for (const position of told) {
      const response = answer({ data: { me: { __typename: 'User', id: 'u1' } } });
      if (position) response.headers.set('position', position);
      fetchMock.mockResolvedValueOnce(response);
      await start().query({ query: ME });
    }
    fetchMock.mockResolvedValue(answer({ data: { me: { __typename: 'User', id: 'u1' } } }));
    await start().query({ query: ME });
    expect([0, 1, 2, 3, 4].map((call) => headersOf(call).get('position'))).toEqual([
      null,
      told[0],
      told[1],
      told[1],
      null,
    ]);
  });

  it('reports which token was refused', async () => {
    fetchMock.mockResolvedValue(answer(UNAUTHENTICATED));
    await expect(start().query({ query: ME })).rejects.toThrow('Sign in first');
    expect(onUnauthenticated).toHaveBeenCalledExactlyOnceWith('kept');
  });

  it('repeats a query that got no answer, with a limit', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(start().query({ query: ME })).rejects.toThrow('Failed to fetch');
    expect(fetchMock).toHaveBeenCalledTimes(3);
  });

  it('repeats a write only when the server can recognise it', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    fetchMock.mockResolvedValue(answer({ data: { updateTask: { __typename: 'UpdateTaskPayload', revision: 2 } } }));
    await start().mutate({ mutation: SAVE, variables: { input: { id: 't1', mutationId: 'm1' } } });
    expect(fetchMock).toHaveBeenCalledTimes(2);

    fetchMock.mockReset();
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(start().mutate({ mutation: SAVE, variables: { input: { id: 't1' } } })).rejects.toThrow(
      'Failed to fetch',
    );
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it('does not repeat what the server refused', async () => {
    fetchMock.mockResolvedValue(answer({ errors: [{ message: 'No', extensions: { code: 'FORBIDDEN' } }] }));
    await expect(start().query({ query: ME })).rejects.toThrow('No');
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  describe('to a server that does not answer', () => {
    beforeEach(() => {
      vi.useFakeTimers();
      // The platform's own timer of signals knows nothing of fake ones.
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), ms);
        return controller.signal;
      });
    });
    afterEach(() => {
      vi.restoreAllMocks();
      vi.useRealTimers();
    });

    const NEVER: typeof fetch = (_input, init) =>
      new Promise((_answer, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      });
    /** What is said of a request after so many milliseconds; '' where nothing is said yet. */
    const saidOf = (request: Promise<unknown>): ((ms: number) => Promise<string>) => {
      let said = '';
      request.catch((error: unknown) => {
        said = errorText(error);
      });
      return async (ms) => {
        await vi.advanceTimersByTimeAsync(ms);
        return said;
      };
    };
    const NETWORK = 'Network error. Please check your connection.';

    it('blames the network when nothing was answered in ten seconds', async () => {
      fetchMock.mockImplementation(NEVER);
      const said = saidOf(start().mutate({ mutation: SAVE, variables: { input: { id: 't1' } } }));
      expect(await said(9_999)).toBe('');
      expect(await said(1)).toBe(NETWORK);
    });

    it('treats an answer that is incomplete after ten seconds as a network error', async () => {
      fetchMock.mockImplementation((_input, init) => {
        const text = (): Promise<string> =>
          new Promise((_text, reject) => {
            // As browsers do while they read a body, whatever the signal's reason is.
            const abort = (): void => reject(new DOMException('The user aborted a request.', 'AbortError'));
            init?.signal?.addEventListener('abort', abort);
          });
        return Promise.resolve(Object.assign(answer({}), { text }));
      });
      const request = start().mutate({ mutation: SAVE, variables: { input: { id: 't1', mutationId: 'm1' } } });
      const isKept = request.catch(isTransient);
      const said = saidOf(request);
      expect(await said(9_999)).toBe('');
      expect(await said(1)).toBe(NETWORK);
      expect(await isKept).toBe(true);
    });

    it('reports an error to a page within ten seconds, and repeats nothing after that', async () => {
      fetchMock.mockImplementation(NEVER);
      const said = saidOf(start().query({ query: ME }));
      expect(await said(9_999)).toBe('');
      expect(await said(1)).toBe(NETWORK);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(fetchMock).toHaveBeenCalledTimes(1);
    });

    it('counts repeats within the same ten seconds', async () => {
      fetchMock.mockImplementationOnce(
        () => new Promise((resolve) => setTimeout(() => resolve(new Response('', { status: 502 })), 7_000)),
      );
      fetchMock.mockImplementation(NEVER);
      const said = saidOf(start().query({ query: ME }));
      expect(await said(9_999)).toBe('');
      expect(fetchMock).toHaveBeenCalledTimes(2);
      expect(await said(1)).toBe(NETWORK);
    });

    it('does not repeat an early request that used up the time limit', async () => {
      fetchMock.mockImplementation(async () => answer({ data: { me: { __typename: 'User', id: 'u1' } } }));
      await start().query({ query: ME });
      const body = fetchMock.mock.calls[0]?.[1]?.body as string;
      fetchMock.mockClear();
      const ahead = new Promise<Response>((_answer, reject) => {
        setTimeout(() => reject(new DOMException('signal timed out', 'TimeoutError')), 10_000);
      });
      window.__asked__ = { body, authorization: 'Bearer kept', answer: ahead };
      const said = saidOf(start().query({ query: ME }));
      expect(await said(10_000)).toBe(NETWORK);
      expect(fetchMock).not.toHaveBeenCalled();
    });
  });
});
