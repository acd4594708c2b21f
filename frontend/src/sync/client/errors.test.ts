import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notify } from '../../ui/notify';
import { isTransient, reportError, toAppError } from './errors';

vi.mock('../../ui/notify', () => {
  const say = () => vi.fn<(message: string) => string>();
  return { notify: { error: say(), success: say(), info: say(), dismiss: say() } };
});

const refused = (code: string, message = 'Said by the server', fields?: Record<string, string[]>) =>
  new CombinedGraphQLErrors({ errors: [{ message, extensions: { code, fields } }] });
const answered = (status: number, body: string) =>
  new ServerError('Response not successful', { response: new Response(body, { status }), bodyText: body });
const toasts = () => vi.mocked(notify.error).mock.calls.map(([message]) => message);

beforeEach(() => {
  vi.mocked(notify.error).mockClear();
});

describe('what an error says in a toast', () => {
  it.each([
    ['FORBIDDEN', 'Access denied'],
    ['NOT_FOUND', 'Resource not found'],
    ['INTERNAL', 'Server error. Please try again later.'],
    ['UNAVAILABLE', 'Server error. Please try again later.'],
    ['RATE_LIMITED', 'Said by the server'],
    ['CONFLICT', 'Said by the server'],
  ])('%s: %s', (code, text) => {
    reportError(refused(code));
    expect(toasts()).toEqual([text]);
  });

  it('shows an error of two components once', () => {
    const error = refused('CONFLICT');
    reportError(error);
    reportError(error);
    expect(toasts()).toHaveLength(1);
  });

  it('says each refused field that the form does not show', () => {
    const fields = { title: ['Title is required'], tags: ['Too many tags', 'Tag is too long'] };
    reportError(refused('VALIDATION_FAILED', 'Invalid', fields), { shown: ['title'] });
    expect(toasts()).toEqual(['tags: Too many tags']);
  });

  it('says the message of a refusal that names no field', () => {
    reportError(refused('VALIDATION_FAILED', 'The last owner cannot leave'));
    expect(toasts()).toEqual(['The last owner cannot leave']);
  });

  it('reports a network error if there was no answer, or the time limit passed', () => {
    reportError(new TypeError('Failed to fetch'));
    reportError(new DOMException('signal timed out', 'TimeoutError'));
    reportError(new DOMException('The user aborted a request.', 'AbortError'));
    expect(toasts()).toEqual(Array(3).fill('Network error. Please check your connection.'));
  });

  it('does not report the end of a session', () => {
    reportError(refused('UNAUTHENTICATED'));
    expect(toasts()).toEqual([]);
  });

  it('uses the fallback if the server gave no message', () => {
    reportError(refused('CONFLICT', ''), { fallback: 'Failed to update task' });
    reportError(new Error(''));
    expect(toasts()).toEqual(['Failed to update task', 'An error occurred']);
  });
});

describe('errors outside GraphQL', () => {
  it('reads the answer of a route', () => {
    const body = JSON.stringify({ code: 'RATE_LIMITED', message: 'Slow down' });
    expect(toAppError(answered(429, body))).toEqual({ code: 'RATE_LIMITED', message: 'Slow down', fields: {} });
  });

  it('reads a GraphQL error that came as plain JSON with its status', () => {
    const body = JSON.stringify({ errors: [{ message: 'No', extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(toAppError(answered(401, body))).toMatchObject({ code: 'UNAUTHENTICATED', message: 'No' });
  });

  it('treats a page of a proxy as a server error', () => {
    expect(toAppError(answered(502, '<html>Bad Gateway</html>')).code).toBe('INTERNAL');
  });

  it('treats answers of gateways that did not reach the server as a network error', () => {
    const statuses = [502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530, 400, 409, 500, 501];
    const lost = statuses.filter((status) => isTransient(answered(status, '<html></html>')));
    expect(lost).toEqual([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530]);
  });
});
