import { afterEach, expect, it, vi } from 'vitest';
import { makeClient } from '../../../../sync/client/client';
import { makeLink } from '../../../../sync/client/links';
import { sendWrite } from '../../../../sync/writes/runWrite';
import { showItem } from '../checklistCache';
import { itemFixture } from '../item.fixture';
import { turnIntoTask } from './turnIntoTask';
import { updateItem } from './updateItem';

afterEach(() => vi.unstubAllGlobals());

it('an item is turned into a task after the edits of its checklist that are being sent', async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { operationName: string }).operationName);
    const headers = { 'content-type': 'application/json' };
    return new Promise((resolve) => {
      answers.push(() => resolve(new Response('{"errors":[{"message":"No"}]}', { headers })));
    });
  });
  const client = makeClient(makeLink({ getToken: () => null, onUnauthenticated: () => undefined }));
  showItem(client.cache, itemFixture({}));
  void sendWrite(client, updateItem, { id: 'i', text: 'Pack the tent' }).catch(() => undefined);
  void sendWrite(client, turnIntoTask, { itemId: 'i', taskId: 't' }).catch(() => undefined);
  await expect.poll(() => sent).toEqual(['UpdateChecklistItem']);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toHaveLength(1);
  answers[0]?.();
  await expect.poll(() => sent).toEqual(['UpdateChecklistItem', 'TurnIntoTask']);
});
