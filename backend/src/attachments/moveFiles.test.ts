import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agents, callRefused } from '../../test/support/agents.js';
import { newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { built, buildServer, run } from '../../test/support/builtProgram.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { FULL_RUN } from '../../test/support/testDepth.js';
import { onlyIf } from '../../test/support/onlyIf.js';
import { ObjectStoreError, openBucket } from '../platform/objects/s3.js';
import { sweepFiles } from './fileStore.js';
import { choosePlace, moveFiles, moveNewFiles, removeObjects } from './moveFiles.js';

const DAY = 86_400_000;
const MB = 1024 * 1024;
/** The key that the test server knows. It refuses others, and does not check signatures of version 4. */
const KEYS = { key: 'S3RVER', secret: 'S3RVER', region: 'us-east-1' };

let folder: string;
let s3: S3rver;
let url: string;
let server: TestServer;
let mara: Person;
let taskId: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cairn-s3-'));
  s3 = new S3rver({ port: 0, silent: true, directory: folder, configureBuckets: [{ name: 'cairn', configs: [] }] });
  const { port } = await s3.run();
  url = `http://localhost:${port}/cairn`;
  server = await startServer({ env: { FILES_S3_URL: url, FILES_S3_KEY: KEYS.key, FILES_S3_SECRET: KEYS.secret } });
  mara = await newPerson(server);
  taskId = (await newTask(mara, (await newProject(mara)).id)).id;
});
afterAll(async () => {
  await server.close();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const attach = async (bytes: Buffer, name: string): Promise<{ id: string; url: string }> =>
  (
    await mara.client.rest('post', `/tasks/${taskId}/attachments?name=${name}`, new Uint8Array(bytes), {
      'content-type': 'application/octet-stream',
    })
  ).body.data;
const read = async (address: string, range?: string): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${mara.client.token}`, ...(range && { range }) };
  return Buffer.from(await (await fetch(`${server.url}${address}`, { headers })).arrayBuffer());
};
const parts = () => rows(server, 'select 1 from file_part');
const objects = async (): Promise<number> => {
  const found = await rows<{ id: string }>(server, 'select id from file');
  const bucket = openBucket({ url, ...KEYS });
  const sizes = await Promise.all(
    found.map(async ({ id }) => {
      try {
        let size = 0;
        for await (const chunk of bucket.read(`files/${id}`, 0, 1e9)) size += chunk.length;
        return size;
      } catch {
        return 0;
      }
    }),
  );
  return sizes.filter((size) => size > 0).length;
};

it('moves contents into a bucket and back, where they are read as before, whole and by ranges', async () => {
  // The second one is sent in two parts.
  const sent = [randomBytes(300 * 1024), randomBytes(9 * MB)];
  const files = [await attach(sent[0] as Buffer, 'hull.bin'), await attach(sent[1] as Buffer, 'film.bin')];
  const expectThere = async (): Promise<void> => {
    for (const [at, file] of files.entries()) {
      const bytes = sent[at] as Buffer;
      expect((await read(file.url)).equals(bytes)).toBe(true);
      const [from, to] = [262_100, 262_200];
      expect((await read(file.url, `bytes=${from}-${to}`)).equals(bytes.subarray(from, to + 1))).toBe(true);
    }
  };
  await moveNewFiles(server.resources);
  expect([await parts(), await objects()]).toEqual([[], 2]);
  await expectThere();
  // The same content again is not stored again.
  await attach(sent[0] as Buffer, 'again.bin');
  await moveNewFiles(server.resources);
  expect([await parts(), await objects()]).toEqual([[], 2]);
  await choosePlace(server.resources, 'database');
  await moveFiles(server.resources, 'database', {});
  expect(await parts()).toHaveLength(2 + 36);
  await expectThere();
  // The job leaves them there, and the objects end after 30 days.
  await moveNewFiles(server.resources);
  expect(await parts()).toHaveLength(2 + 36);
  const later = (days: number) => ({ ...server.resources, now: () => new Date(Date.now() + days * DAY) });
  expect(await removeObjects(later(29))).toBe(0);
  expect(await removeObjects(later(31))).toBe(2);
  expect(await objects()).toBe(0);
  await choosePlace(server.resources, 's3');
  await moveNewFiles(server.resources);
  expect([await parts(), await objects()]).toEqual([[], 2]);
  await expectThere();
  // The other tests move all contents again and again, for which small ones are enough.
  await rows(server, 'delete from attachment where id = ?', [files[1]?.id]);
  await rows(server, 'delete from file where size > ?', [8 * MB]);
});

it('keeps an object whose content was in the database meanwhile', async () => {
  await choosePlace(server.resources, 'database');
  await moveFiles(server.resources, 'database', {});
  await choosePlace(server.resources, 's3');
  const before = await objects();
  expect(before).toBeGreaterThan(0);
  await moveNewFiles(server.resources);
  expect(await removeObjects({ ...server.resources, now: () => new Date(Date.now() + 40 * DAY) })).toBe(0);
  expect([await parts(), await objects()]).toEqual([[], before]);
});

it('stops moving when the operator moves all contents into the database', async () => {
  await moveFiles(server.resources, 'database', {});
  const stored = await parts();
  await choosePlace(server.resources, 'database');
  await moveFiles(server.resources, 's3', { isOver: () => Promise.resolve(true) });
  await moveNewFiles(server.resources);
  expect(await parts()).toEqual(stored);
  await choosePlace(server.resources, 's3');
  await moveNewFiles(server.resources);
});

it('moves the other contents if one is refused, and says which', async () => {
  const { id } = await attach(randomBytes(3000), 'refused.bin');
  await attach(randomBytes(3000), 'other.bin');
  const [refused] = await rows<{ key: string }>(
    server,
    `select 'files/' || file_id as key from attachment where id = ?`,
    [id],
  );
  const bucket = openBucket({ url, ...KEYS });
  const objects: typeof bucket = {
    ...bucket,
    put: (key, ...rest) => (key === refused?.key ? Promise.reject(new Error('refused')) : bucket.put(key, ...rest)),
  };
  await expect(moveNewFiles({ ...server.resources, objects })).rejects.toThrow('refused');
  expect(await parts()).toHaveLength(1);
  await moveNewFiles(server.resources);
  expect(await parts()).toEqual([]);
});

it('leaves a content in the database if that is chosen while it is moved', async () => {
  const { url: address } = await attach(randomBytes(3000), 'between.bin');
  const bucket = openBucket({ url, ...KEYS });
  const removed: string[] = [];
  const objects: typeof bucket = {
    ...bucket,
    put: async (...args) => {
      await bucket.put(...args);
      await choosePlace(server.resources, 'database');
    },
    remove: async (key) => {
      removed.push(key);
      await bucket.remove(key);
    },
  };
  await moveNewFiles({ ...server.resources, objects });
  expect([(await parts()).length, removed.length]).toEqual([1, 1]);
  expect(await read(address)).toHaveLength(3000);
  await choosePlace(server.resources, 's3');
  await moveNewFiles(server.resources);
});

it('skips a content that another process is moving', async () => {
  const { url: address } = await attach(randomBytes(300 * 1024), 'twice.bin');
  const bucket = openBucket({ url, ...KEYS });
  const objects: typeof bucket = {
    ...bucket,
    put: async (...args) => {
      await moveNewFiles(server.resources);
      await bucket.put(...args);
    },
  };
  const failed: string[] = [];
  await moveFiles({ ...server.resources, objects }, 's3', { onFailed: (_error, id) => void failed.push(id) });
  expect([failed, await parts()]).toEqual([[], []]);
  expect(await read(address)).toHaveLength(300 * 1024);
});

it('leaves a content in the bucket if another process deletes parts of it that were moved back', async () => {
  const bytes = randomBytes(600 * 1024);
  const { id, url: address } = await attach(bytes, 'holes.bin');
  await moveNewFiles(server.resources);
  const bucket = openBucket({ url, ...KEYS });
  const objects: typeof bucket = {
    ...bucket,
    read: async function* (...args) {
      await rows(server, 'delete from file_part where file_id = (select file_id from attachment where id = ?)', [id]);
      yield* bucket.read(...args);
    },
  };
  await expect(moveFiles({ ...server.resources, objects }, 'database', {})).rejects.toThrow('are not complete');
  const place = 'select in_s3 as "inS3" from file where id = (select file_id from attachment where id = ?)';
  expect(await rows(server, place, [id])).toEqual([{ inS3: true }]);
  expect((await read(address)).equals(bytes)).toBe(true);
  await moveFiles(server.resources, 'database', {});
  expect(await rows(server, place, [id])).toEqual([{ inS3: false }]);
  expect((await read(address)).equals(bytes)).toBe(true);
  await moveNewFiles(server.resources);
});

it('moves the other contents back if the bucket has lost one, and says so where it is read', async () => {
  await buildServer();
  const lost = await attach(randomBytes(3000), 'lost.bin');
  const kept = await attach(randomBytes(3000), 'kept too.bin');
  await moveNewFiles(server.resources);
  const find = async (id: string): Promise<string> =>
    (await rows<{ fileId: string }>(server, 'select file_id as "fileId" from attachment where id = ?', [id]))[0]
      ?.fileId ?? '';
  const lostId = await find(lost.id);
  await openBucket({ url, ...KEYS }).remove(`files/${lostId}`);
  const open = (): Promise<Response> =>
    fetch(`${server.url}${lost.url}`, { headers: { authorization: `Bearer ${mara.client.token}` } });
  const answer = await open();
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { message: 'The content of this file was not restored', code: 'NOT_FOUND' },
  ]);
  expect(answer.headers.get('content-disposition')).toBeNull();
  // A service whose key may read objects, but not list the bucket.
  const strict = createServer((request, response) => {
    const passed = Object.entries(request.headers).filter(([name]) => /^(?:authorization|range|x-amz-)/.test(name));
    const headers = Object.fromEntries(passed) as Record<string, string>;
    void fetch(new URL(request.url ?? '', url), { headers }).then(async (found) => {
      const isRefused = found.status === 404;
      response.writeHead(isRefused ? 403 : found.status);
      response.end(isRefused ? '<Code>AccessDenied</Code>' : Buffer.from(await found.arrayBuffer()));
    });
  });
  await once(strict.listen(0), 'listening');
  const strictUrl = `http://localhost:${(strict.address() as AddressInfo).port}/cairn`;
  const texts = {
    [strictUrl]: `The bucket refuses the content of the file ${lostId}: it has lost it, or the key may not read it.\n`,
    [url]: `The content of the file ${lostId} is not in the bucket.\n`,
  };
  for (const [address, text] of Object.entries(texts)) {
    const program = run(
      built('cli/files'),
      {
        DATABASE_URL: server.databaseUrl,
        FILES_S3_URL: address,
        FILES_S3_KEY: KEYS.key,
        FILES_S3_SECRET: KEYS.secret,
        DATA_DIR: folder,
      },
      ['to', 'database'],
    );
    expect([await program.ended, program.stderr()]).toEqual([1, text]);
  }
  strict.close();
  const left = await rows<{ id: string }>(server, 'select id from file where in_s3');
  expect(left).toEqual([{ id: lostId }]);
  expect(await read(kept.url)).toHaveLength(3000);
  await rows(server, 'delete from attachment where id = ?', [lost.id]);
  await rows(server, 'delete from file where id = ?', [lostId]);
  await choosePlace(server.resources, 's3');
  await moveNewFiles(server.resources);
});

it('removes an object 30 days after its content, whose attachments were purged', async () => {
  const { id } = await attach(randomBytes(1000), 'short.bin');
  await moveNewFiles(server.resources);
  const before = await objects();
  const [file] = await rows<{ id: string }>(server, 'select file_id as id from attachment where id = ?', [id]);
  await rows(server, 'delete from attachment where id = ?', [id]);
  await sweepFiles(server.orm, new Date(Date.now() + 2 * DAY));
  const kept = await rows(server, 'select key from removed_object where key = ?', [`files/${file?.id}`]);
  expect(kept).toHaveLength(1);
  expect(await removeObjects({ ...server.resources, now: () => new Date(Date.now() + 40 * DAY) })).toBeGreaterThan(0);
  expect(await objects()).toBe(before - 1);
});

it.each(onlyIf(FULL_RUN, 'moves and sweeps a content whose deletion takes longer than a statement may'))(
  '%s',
  async () => {
    const { id } = await attach(randomBytes(300 * 1024), 'slow.bin');
    // A slow disk, for 2 parts.
    await rows(
      server,
      "create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(4.5); return old; end'",
    );
    await rows(server, 'create trigger slow before delete on file_part for each row execute function slow()');
    await moveNewFiles(server.resources);
    expect(await parts()).toEqual([]);
    await choosePlace(server.resources, 'database');
    await moveFiles(server.resources, 'database', {});
    await rows(server, 'delete from attachment where id = ?', [id]);
    const before = (await parts()).length;
    await sweepFiles(server.orm, new Date(Date.now() + 2 * DAY));
    expect((await parts()).length).toBeLessThan(before);
    await rows(server, 'drop trigger slow on file_part');
    await choosePlace(server.resources, 's3');
    await moveNewFiles(server.resources);
  },
  180_000,
);

it('answers 503 while the bucket does not answer, and when the server has no bucket any more', async () => {
  const { url: address } = await attach(Buffer.from('Tar and oakum\n'.repeat(20)), 'away.txt');
  await moveNewFiles(server.resources);
  const agents = new Agents(() => server);
  const agent = await agents.connect(mara);
  const working = server.resources.objects;
  for (const objects of [openBucket({ url: 'http://127.0.0.1:9/cairn', ...KEYS }), undefined]) {
    server.resources.objects = objects;
    const answer = await fetch(`${server.url}${address}`, {
      headers: { authorization: `Bearer ${mara.client.token}` },
    });
    const toAgent = await callRefused(agent, 'read_file', { task: taskId, file: 'away.txt' });
    server.resources.objects = working;
    expect(toAgent.error.code).toBe('UNAVAILABLE');
    const { code } = (await answer.json()) as { code: string };
    expect([answer.status, answer.headers.get('retry-after'), code]).toEqual([503, '30', 'UNAVAILABLE']);
  }
  await agents.close();
  expect(await read(address)).toHaveLength(280);
});

it('removes the other objects if the bucket refuses to delete one', async () => {
  const keys = ['files/00000000-0000-7000-8000-000000000001', 'files/00000000-0000-7000-8000-000000000002'];
  for (const key of keys) {
    await rows(server, "insert into removed_object (key, removed_at) values (?, now() - interval '31 days')", [key]);
  }
  const bucket = openBucket({ url, ...KEYS });
  const asked: string[] = [];
  const objects: typeof bucket = {
    ...bucket,
    remove: async (key) => {
      asked.push(key);
      if (key === keys[0]) throw new ObjectStoreError('locked', 403);
    },
  };
  await expect(removeObjects({ ...server.resources, objects })).rejects.toThrow('locked');
  expect(asked).toEqual(keys);
  expect(await rows(server, "select key from removed_object where key like 'files/00000000-%'")).toEqual([
    { key: keys[0] },
  ]);
  await rows(server, 'delete from removed_object where key = ?', [keys[0]]);
});

it('leaves contents in the database while the bucket refuses', async () => {
  const { url: address } = await attach(randomBytes(2000), 'kept.bin');
  const wrong = openBucket({ url, ...KEYS, key: 'WRONG' });
  await expect(moveNewFiles({ ...server.resources, objects: wrong })).rejects.toThrow(
    'the object store answered 403 InvalidAccessKeyId to PUT',
  );
  expect(await parts()).toHaveLength(1);
  expect(await read(address)).toHaveLength(2000);
});
