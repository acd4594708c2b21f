import { afterEach, expect, it, vi } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import { makeLink } from '../../../sync/client/links';
import { sendWrite } from '../../../sync/writes/runWrite';
import { bulkUpdateTasks } from './bulkUpdateTasks';
import { moveTask } from './moveTask';

afterEach(() => vi.unstubAllGlobals());

it('changes of several tasks are sent one after another, and with moves, so that the last value wins', async () => {
  const sent: unknown[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { variables: { input: { status?: string } } }).variables.input.status);
    const headers = { 'content-type': 'application/json' };
    return new Promise((resolve) => {
      answers.push(() => resolve(new Response('{"errors":[{"message":"No"}]}', { headers })));
    });
  });
  const client = makeClient(makeLink({ getToken: () => null, onUnauthenticated: () => undefined }));
  const ids = ['t', 'u'];
  void sendWrite(client, bulkUpdateTasks, { ids, status: 'IN_PROGRESS' }).catch(() => undefined);
  void sendWrite(client, bulkUpdateTasks, { ids, status: 'DONE' }).catch(() => undefined);
  void sendWrite(client, moveTask, { id: 't', status: 'TODO' }).catch(() => undefined);
  await expect.poll(() => sent).toEqual(['IN_PROGRESS']);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toHaveLength(1);
  answers[0]?.();
  await expect.poll(() => sent).toEqual(['IN_PROGRESS', 'DONE']);
  answers[1]?.();
  await expect.poll(() => sent).toEqual(['IN_PROGRESS', 'DONE', 'TODO']);
});
