import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { BackupFile } from '../../../src/backups/readBackup.js';
import { emptyDatabase, restoreInto } from '../backup/folders.js';
import { Client } from '../../support/client.js';
import { startServer, type TestServer } from '../../support/harness.js';
import type { RecordedRequest } from '../../support/sendRecorded.js';
import { codeOf, STEP } from '../../support/twoFactor.js';

/** A write that the release made under a key, and its answer to a repeat. */
export interface RecordedWrite extends RecordedRequest {
  /** The sender's place in `people`. */
  by: number;
  operation: string;
  answer: { status: number; body: unknown };
}

/** Data that `npm run upgrade-fixture` recorded from a release. The first fixture has no writes. */
export interface Recorded {
  projectId: string;
  people: { email: string; password: string; secret?: string }[];
  reads: { by: number; path: string; data: unknown }[];
  writes?: RecordedWrite[];
}

/** The released schemas with recorded data, by the name of their last migration. */
export const releases = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.zip'))
  .map((name) => name.slice(0, -'.zip'.length));

export const recordedBy = (release: string): Recorded =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `${release}.json`), 'utf8')) as Recorded;

/** This build on the data of a release, with the people of that data signed in. */
export async function startOn(release: string, recorded: Recorded): Promise<{ server: TestServer; clients: Client[] }> {
  const file = path.join(import.meta.dirname, `${release}.zip`);
  const backup = await BackupFile.open(file);
  const secretKey = await backup.secretKey();
  await backup.close();
  const database = await emptyDatabase();
  await restoreInto(database.url, file);
  const server = await startServer({ databaseUrl: database.url, env: { SECRET_KEY: secretKey ?? '' } });
  onTestFinished(() => server.close());
  const clients = await Promise.all(
    recorded.people.map(async ({ email, password, secret }) => {
      const { status, body, text } = await new Client(server).rest('post', '/auth/login', { email, password });
      if (status !== 200) throw new Error(`The sign-in of ${email} answered ${status}: ${text}`);
      if (secret === undefined) return new Client(server, body.data.tokens.accessToken);
      const { token: challenge } = body.data.challenge as { token: string };
      // the next time step, because the current one may be used
      const answer = { challenge, code: codeOf(secret, Date.now() + STEP) };
      const done = await new Client(server).rest('post', '/auth/login/two-factor', answer);
      return new Client(server, done.body.data.tokens.accessToken);
    }),
  );
  return { server, clients };
}
