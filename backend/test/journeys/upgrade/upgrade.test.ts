import { describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.js';
import { recordedBy, releases, startOn } from './release.js';

describe('data of a released version', () => {
  it('is here', () => expect(releases).toContain('Migration20261122100000_api_token'));

  it.each(releases)('%s can be read and continued by this version', { timeout: 60_000 }, async (release) => {
    const kept = recordedBy(release);
    const { clients } = await startOn(release, kept);
    for (const { by, path: asked, data } of kept.reads) {
      const { status, body } = await (clients[by] as Client).rest('get', asked);
      expect([asked, status]).toEqual([asked, 200]);
      // later releases can return more fields
      expect({ asked, data: body.data }).toMatchObject({ asked, data });
    }

    const [mara] = clients as [Client];
    const list = await mara.rest('get', `/tasks?projectId=${kept.projectId}&status=TODO&limit=2&orderBy=CREATED_ASC`);
    const [task, next] = list.body.data as { id: string; version: number }[];
    const history = async () => (await mara.rest('get', `/tasks/${task?.id}/history`)).body.data as unknown[];
    const before = (await history()).length;
    const moved = await mara.rest('patch', `/tasks/${task?.id}/move`, { status: 'DONE' });
    expect([moved.status, moved.body.data.status]).toEqual([200, 'DONE']);
    expect((await history()).length).toBe(before + 1);
    const changed = await mara.rest('put', `/tasks/${next?.id}`, {
      title: 'After the upgrade',
      version: next?.version,
    });
    expect([changed.status, changed.body.data.title]).toEqual([200, 'After the upgrade']);
    const made = await mara.rest('post', '/tasks', { projectId: kept.projectId, title: 'New', priority: 'LOW' });
    expect(made.status).toBe(201);
    const found = await mara.rest('get', '/tasks?search=upgrade');
    expect(found.body.data).toHaveLength(1);
  });
});
