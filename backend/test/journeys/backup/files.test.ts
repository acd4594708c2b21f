import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withBackupConnection } from '../../../src/backups/connection.js';
import { contentsFolder, pruneContents, writeContents } from '../../../src/backups/contents.js';
import type { Manifest } from '../../../src/backups/manifest.js';
import { findUserTable } from '../../../src/backups/catalog.js';
import { noProgress } from '../../../src/backups/progress.js';
import { writeBackup } from '../../../src/backups/writeBackup.js';
import { type Client, newPerson, newProject, newTask, type Person, signedIn } from '../../support/client.js';
import { closeAfterTest, startServer, type TestServer } from '../../support/harness.js';
import { emptyDatabase, folderForTest, restoreInto } from './folders.js';

const SECRET_KEY = 'a key for the secrets of tests, long enough';

let server: TestServer;
let mara: Person;
let taskId: string;
const sent = randomBytes(700 * 1024);
beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
  taskId = (await newTask(mara, (await newProject(mara)).id)).id;
  for (const name of ['hull.bin', 'the same.bin']) await attach(mara.client, sent, name);
  await attach(mara.client, Buffer.from('Sand, then paint'), 'plan.txt');
});
afterAll(() => server.close());

const attach = async (client: Client, bytes: Buffer, name: string) => {
  const answer = await client.rest('post', `/tasks/${taskId}/attachments?name=${name}`, new Uint8Array(bytes), {
    'content-type': 'application/octet-stream',
  });
  expect(answer.status).toBe(201);
};

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Every content and part, by its hash. */
const storedIn = (url: string) =>
  query(
    url,
    `select encode(f.sha256, 'hex') as sha256, f.size, p.n, md5(p.bytes) as part
     from file f left join file_part p on p.file_id = f.id order by 1, 3`,
  );
const backUp = (file: string, files?: Manifest['files']): Promise<Manifest> =>
  writeBackup({ url: server.databaseUrl, file, secretKey: SECRET_KEY, ...(files && { files }) });
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => path.join(parentPath, name))
        .sort()
    : [];

describe('the files of tasks', () => {
  it('are in a backup, each content once, and as they were after a restore', async () => {
    const file = path.join(folderForTest(), 'backup.zip');
    const manifest = await backUp(file);
    expect(manifest.files).toBe('INSIDE');
    expect(manifest.tables.find(({ name }) => name === 'file_part')).toMatchObject({ rows: 4, format: 'binary' });
    // Neither twice nor as text.
    expect(statSync(file).size).toBeLessThan(sent.length * 1.2);
    const database = await emptyDatabase();
    await restoreInto(database.url, file);
    expect(await storedIn(database.url)).toEqual(await storedIn(server.databaseUrl));
  });

  it('are beside scheduled backups, written once for all of them, and come back from there', async () => {
    const folder = folderForTest();
    const [one, two] = [path.join(folder, 'one.zip'), path.join(folder, 'two.zip')];
    const manifest = await backUp(one, 'BESIDE');
    expect(manifest.tables.map(({ name }) => name)).not.toContain('file_part');
    const contents = filesIn(contentsFolder(one));
    expect(contents).toHaveLength(2);
    const written = contents.map((name) => statSync(name).ino);
    await backUp(two, 'BESIDE');
    expect(filesIn(contentsFolder(two)).map((name) => statSync(name).ino)).toEqual(written);
    const database = await emptyDatabase();
    await restoreInto(database.url, two);
    expect(await storedIn(database.url)).toEqual(await storedIn(server.databaseUrl));
    // A content that was damaged, or is not there, is a refusal, and the database is as empty as before.
    const [content = ''] = contents;
    const bytes = readFileSync(content);
    const other = await emptyDatabase();
    const client = new pg.Client({ connectionString: other.url });
    await client.connect();
    bytes[10] = (bytes[10] ?? 0) + 1;
    writeFileSync(content, bytes);
    await expect(restoreInto(other.url, one)).rejects.toThrow('is damaged: put a whole copy of it there');
    rmSync(content);
    await expect(restoreInto(other.url, one)).rejects.toThrow('restore with --without-files');
    expect(await findUserTable(client)).toBeUndefined();
    await client.end();
    // The next backup writes it again.
    await backUp(path.join(folder, 'three.zip'), 'BESIDE');
    expect(filesIn(contentsFolder(one))).toHaveLength(2);
  });

  it('are written there again within some daily backups if the disk has damaged them', async () => {
    const folder = folderForTest();
    await backUp(path.join(folder, 'one.zip'), 'BESIDE');
    const contents = contentsFolder(path.join(folder, 'one.zip'));
    const whole = filesIn(contents).map((file) => [file, readFileSync(file)] as const);
    for (const [file, bytes] of whole) writeFileSync(file, Buffer.alloc(bytes.length));
    const isDamaged = () => whole.filter(([file, bytes]) => !readFileSync(file).equals(bytes)).length;
    for (let day = 0; day < 14 && isDamaged() > 0; day += 1) {
      const at = new Date(Date.now() + day * 86_400_000);
      await withBackupConnection(server.databaseUrl, (client) =>
        writeContents(client, contents, { at, leaveFree: 0, progress: noProgress }),
      );
    }
    expect(isDamaged()).toBe(0);
  });

  it('are removed from there when no kept backup has them', async () => {
    const folder = folderForTest();
    await backUp(path.join(folder, 'one.zip'), 'BESIDE');
    const contents = contentsFolder(path.join(folder, 'one.zip'));
    const [first = '', second = ''] = filesIn(contents);
    const hour = 3_600_000;
    utimesSync(first, new Date(Date.now() - 3 * hour), new Date(Date.now() - 3 * hour));
    // made by the system
    const other = path.join(contents, '.DS_Store');
    writeFileSync(other, '');
    await pruneContents(contents, new Date(Date.now() - 2 * hour));
    expect(filesIn(contents)).toEqual([other, second]);
    await pruneContents(path.join(folder, 'none'), new Date());
  });

  it('can be left out of a backup or a restore: they are listed, and can be attached again', async () => {
    const folder = folderForTest();
    const [whole, bare] = [path.join(folder, 'whole.zip'), path.join(folder, 'bare.zip')];
    await backUp(whole);
    const manifest = await backUp(bare, 'NONE');
    expect([manifest.files, manifest.leftOut]).toMatchObject(['NONE', { file_part: expect.any(String) }]);
    for (const [file, withoutFiles] of [
      [whole, true],
      [bare, false],
    ] as const) {
      const database = await emptyDatabase();
      await restoreInto(database.url, file, withoutFiles);
      const restored = closeAfterTest(await startServer({ databaseUrl: database.url }));
      const client = await signedIn(mara, {}, restored);
      const { body } = await client.rest('get', `/tasks/${taskId}/attachments`);
      expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['hull.bin', 'the same.bin', 'plan.txt']);
      const read = (url: string) =>
        fetch(`${restored.url}${url}`, { headers: { authorization: `Bearer ${client.token}` } });
      const gone = await read(body.data[0].url);
      expect([gone.status, await gone.json()]).toMatchObject([
        404,
        { message: 'The content of this file was not restored' },
      ]);
      await attach(client, sent, 'again.bin');
      const { body: now } = await client.rest('get', `/tasks/${taskId}/attachments`);
      const again = await read(now.data.at(-1).url);
      expect(Buffer.from(await again.arrayBuffer()).equals(sent)).toBe(true);
    }
  });
});
