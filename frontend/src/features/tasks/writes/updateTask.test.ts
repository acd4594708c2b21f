import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeCache, makeClient } from '../../../sync/client/client';
import { makeLink } from '../../../sync/client/links';
import type { UpdateTaskInput } from '../../../sync/client/schema.generated';
import { sendWrite } from '../../../sync/writes/runWrite';
import { updateTask } from './updateTask';

const keyOf = (fields: object): string | undefined =>
  updateTask.serialize?.({ id: 't', mutationId: 'm', ...fields }, makeCache());

afterEach(() => vi.unstubAllGlobals());

describe('writes of a task', () => {
  it('are sent one after another if they change its days, whichever of them', () => {
    expect(keyOf({ startDate: '2026-12-01' })).toBe(keyOf({ dueDay: '2026-12-01' }));
    expect(keyOf({ startDate: null })).toBe(keyOf({ dueDate: null }));
    expect(keyOf({ startDate: null, dueDay: '2026-12-01' })).toBe(keyOf({ dueDate: null }));
  });

  it('are sent one after another if they change the same field, so that the last value wins', async () => {
    const sent: string[] = [];
    let answerFirst: (answer: Response) => void = () => undefined;
    vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
      const { variables } = JSON.parse(body) as { variables: { input: UpdateTaskInput } };
      sent.push(`${variables.input.id} ${variables.input.priority ?? variables.input.title}`);
      return sent.length > 1 ? new Promise(() => undefined) : new Promise((resolve) => (answerFirst = resolve));
    });
    const client = makeClient(makeLink({ getToken: () => null, onUnauthenticated: () => undefined }));
    const send = (input: UpdateTaskInput): void => void sendWrite(client, updateTask, input).catch(() => undefined);
    send({ id: 't', priority: 'HIGH' });
    send({ id: 't', priority: 'LOW' });
    send({ id: 't', title: 'Press kit' });
    send({ id: 'u', priority: 'LOW' });
    await expect.poll(() => sent).toEqual(['t HIGH', 't Press kit', 'u LOW']);
    answerFirst(new Response('{"errors":[{"message":"No"}]}', { headers: { 'content-type': 'application/json' } }));
    await expect.poll(() => sent.at(-1)).toBe('t LOW');
  });
});
