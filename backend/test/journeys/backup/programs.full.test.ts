import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BackupFile } from '../../../src/backups/readBackup.js';
import { built, run } from '../../support/builtProgram.js';
import { newPerson, newProject, newTask, newWebhook, signedIn } from '../../support/client.js';
import { newProgram } from '../../support/apiToken.js';
import { FULL_RUN } from '../../support/testDepth.js';
import { App, SECRET } from '../../faults/app.js';
import { emptyDatabase, folderForTest } from './folders.js';

/** Runs one of the operator's programs to its end. */
async function program(name: string, env: Record<string, string>, ...args: string[]) {
  const { ended, stderr } = run(built(`cli/${name}`), { JWT_SECRET: SECRET, SECRET_KEY: SECRET, ...env }, args);
  return { code: await ended, said: stderr().trim() };
}

/** The hashes of all tables in a file. */
async function hashes(file: string): Promise<Map<string, string>> {
  const backup = await BackupFile.open(file);
  await backup.close();
  return new Map(backup.manifest.tables.map(({ name, rows, sha256 }) => [name, `${rows} ${sha256}`]));
}

it('BACKUP_EVERY backs up DATABASE_URL too, keeps BACKUP_KEEP of its own files and removes no others', async () => {
  const { url } = await emptyDatabase();
  const app = await App.make({ DATABASE_URL: url, BACKUP_EVERY: '1', BACKUP_KEEP: '2' });
  onTestFinished(() => app.remove());
  const folder = path.join(app.dataDir, 'backups');
  const [oldest, older, theirs] = [
    'cairn-2026-01-01T000000Z.zip',
    'cairn-2026-01-02T000000Z.zip',
    'monday.zip',
  ] as const;
  mkdirSync(folder);
  for (const name of [oldest, older, theirs]) writeFileSync(path.join(folder, name), '');
  await app.start();
  const line = await app.program.line((text) => text.includes('"backed up"'), 60_000);
  const { file } = JSON.parse(line) as { file: string };
  expect((await hashes(file)).get('account')).toMatch(/^0 /);
  expect(readdirSync(folder).sort()).toEqual([older, path.basename(file), theirs]);
});

describe('`npm run backup` and `npm run restore`', { timeout: 120_000 }, () => {
  let app: App;
  beforeAll(async () => {
    app = await App.make({ BACKUP_EVERY: '1' });
  }, 120_000);
  afterAll(() => app.remove());

  it('take all from the embedded database of the running app to DATABASE_URL and back, equal in every hash, tokens for programs only by --keep-tokens', async () => {
    await app.start();
    const mara = await newPerson(app);
    const { id } = await newProject(mara);
    await newTask(mara, id);
    await newProgram(mara);
    await newWebhook(mara);
    const folder = folderForTest();
    const [one, two, three] = ['one.zip', 'two.zip', 'three.zip'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    // besides the backup that the app makes by itself
    const line = await app.program.line((text) => text.includes('"backed up"'), 60_000);
    expect(statSync((JSON.parse(line) as { file: string }).file).mode & 0o777).toBe(0o600);
    const made = await program('backup', { DATA_DIR: app.dataDir }, one);
    expect(made.code).toBe(0);
    expect(made.said).toMatch(/^Backed up \d+ rows into .*Keep it private: it contains SECRET_KEY\.\nLeft out:\n/);
    const refused = await program('restore', { DATA_DIR: app.dataDir }, one);
    expect(refused).toEqual({
      code: 1,
      said: expect.stringMatching(/^The backup cannot be restored: The data folder .* is already used by process \d+/),
    });

    const database = await emptyDatabase();
    const keys = path.join(folder, 'keys');
    const other = { DATABASE_URL: database.url, DATA_DIR: keys, SECRET_KEY: 'another key than the one in the backup' };
    const there = await program('restore', other, '--keep-tokens', one);
    expect(there.said).toMatch(
      /(?:^|\n)Restored \d+ rows as of 20.*Everyone has to sign in again\.\nProgram tokens, shared links and calendar feeds are as in the backup.*\n1 webhook is paused\. Its owner starts it in the settings\.\nSECRET_KEY differs from the backup/,
    );
    expect(readFileSync(path.join(keys, 'secret-key'), 'utf8').trim()).toBe(SECRET);
    expect(there.code).toBe(0);
    expect((await program('backup', { DATABASE_URL: database.url, DATA_DIR: keys }, two)).code).toBe(0);

    const back = path.join(folder, 'back');
    expect(await program('restore', { DATA_DIR: back, SECRET_KEY: '' }, two)).toEqual({
      code: 0,
      said: expect.stringMatching(
        /(?:^|\n)Restored \d+ rows .*Everyone has to sign in again\.\nProgram tokens, shared links and calendar feeds have ended\.$/,
      ),
    });
    expect(readFileSync(path.join(back, 'secret-key'), 'utf8').trim()).toBe(SECRET);
    expect(await program('restore', { DATA_DIR: back }, two)).toEqual({
      code: 1,
      said: expect.stringContaining(`${back} has a database already: move ${back}/postgres away`),
    });
    // without an app: it starts the database for itself
    expect((await program('backup', { DATA_DIR: back, SECRET_KEY: '' }, three)).code).toBe(0);
    const [all, kept, ended] = await Promise.all([hashes(one), hashes(two), hashes(three)]);
    // a restore pauses webhooks
    expect(kept.get('webhook')).not.toBe(all.get('webhook'));
    for (const each of [all, kept, ended]) each.delete('webhook');
    expect(kept).toEqual(all);
    // tokens for programs end where they are not said to be kept
    expect([all.get('api_token'), ended.get('api_token')]).toEqual([
      expect.stringMatching(/^1 /),
      expect.stringMatching(/^0 /),
    ]);
    for (const each of [all, ended]) each.delete('api_token');
    expect(ended).toEqual(all);

    if (!FULL_RUN) return;
    const restored = await App.make({}, back);
    onTestFinished(() => restored.remove());
    await restored.start();
    const tasks = await (await signedIn(mara, {}, restored)).rest('get', '/tasks');
    expect(tasks.body.data).toHaveLength(1);
  });

  it('report in one line what they cannot do', async () => {
    const folder = folderForTest();
    const answers = await Promise.all([
      program('backup', { DATA_DIR: folder }),
      program('backup', { DATA_DIR: path.join(folder, 'nothing') }, path.join(folder, 'a.zip')),
      program('restore', { DATA_DIR: folder }, path.join(folder, 'a.zip')),
      program('upgrade', { DATA_DIR: path.join(folder, 'nothing') }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    expect(answers.map(({ said }) => said)).toEqual([
      'The backup failed: usage: npm run backup -- [--without-files] FILE',
      expect.stringMatching(/^The backup failed: there is no database in .*nothing: set DATA_DIR or DATABASE_URL/),
      expect.stringMatching(/^The backup cannot be restored: .*a\.zip cannot be read \(ENOENT\)$/),
      expect.stringMatching(/^The upgrade failed: there is no database in .*nothing$/),
    ]);
  });
});
