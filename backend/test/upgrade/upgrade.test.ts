import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BackupFile } from '../../src/backups/readBackup.js';
import { emptyDatabase, restoreInto } from '../backup/places.js';
import { Client } from '../client.js';
import { startServer } from '../harness.js';
import { codeOf, STEP } from '../twoFactor.js';

/** What `npm run upgrade-fixture` kept: who they are, and what that version answered. */
interface Kept {
  projectId: string;
  people: { email: string; password: string; secret?: string }[];
  reads: { by: number; path: string; data: unknown }[];
}

/** Data as each released schema made it (CONTRIBUTING.md says how a release adds its own). */
const releases = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.zip'))
  .map((name) => name.slice(0, -'.zip'.length));

describe('data of a released version', () => {
  it('is here', () => expect(releases).toContain('Migration20261122100000_api_token'));

  it.each(releases)('%s is read and gone on with by this one', { timeout: 60_000 }, async (release) => {
    const file = path.join(import.meta.dirname, `${release}.zip`);
    const kept = JSON.parse(readFileSync(path.join(import.meta.dirname, `${release}.json`), 'utf8')) as Kept;
    const backup = await BackupFile.open(file);
    const secretKey = await backup.secretKey();
    await backup.close();
    const database = await emptyDatabase();
    await restoreInto(database.url, file);
    const server = await startServer({ databaseUrl: database.url, env: { SECRET_KEY: secretKey ?? '' } });
    onTestFinished(() => server.close());

    const clients = await Promise.all(
      kept.people.map(async ({ email, password, secret }) => {
        const { body } = await new Client(server).rest('post', '/auth/login', { email, password });
        if (secret === undefined) return new Client(server, body.data.tokens.accessToken);
        const { token: challenge } = body.data.challenge as { token: string };
        // of the next step: that of now may be the one it was switched on with
        const answer = { challenge, code: codeOf(secret, Date.now() + STEP) };
        const done = await new Client(server).rest('post', '/auth/login/two-factor', answer);
        return new Client(server, done.body.data.tokens.accessToken);
      }),
    );
    for (const { by, path: asked, data } of kept.reads) {
      const { status, body } = await (clients[by] as Client).rest('get', asked);
      expect([asked, status]).toEqual([asked, 200]);
      // what came later may be answered as well
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
