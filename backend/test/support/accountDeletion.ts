import { Client, newPerson, type Person, type RestResult } from './client.js';
import { type MailServer, startMailServer } from './jobQueue.js';
import { startServer, type TestServer } from './harness.js';

export const DAY = 24 * 3_600_000;

/** Two server processes on one database, with a clock that the test moves. */
export interface DeletionWorld {
  server: MailServer;
  other: TestServer;
  clock: { ahead: number };
  close(): Promise<void>;
}

export async function startDeletionWorld(): Promise<DeletionWorld> {
  const clock = { ahead: 0 };
  const now = () => new Date(Date.now() + clock.ahead);
  const server = await startMailServer({ now });
  // the first account is the administrator's, who cannot leave while others are there
  await newPerson(server, 'Ada');
  const other = await startServer({ databaseUrl: server.databaseUrl, now });
  return {
    server,
    other,
    clock,
    close: async () => {
      await other.close();
      await server.close();
    },
  };
}

export const leave = (
  { client, password }: Person,
  projects: readonly object[] = [],
  more: object = {},
): Promise<RestResult> => client.rest('post', '/auth/delete-account', { currentPassword: password, projects, ...more });

export const signIn = ({ email, password }: Person, server: Pick<TestServer, 'url'>): Promise<RestResult> =>
  new Client(server).rest('post', '/auth/login', { email, password });

export const projectOf = async ({ client }: Pick<Person, 'client'>, id: string): Promise<number> =>
  (await client.rest('get', `/projects/${id}`)).status;

/** Returns the roles in a project by user id. */
export async function rolesIn({ client }: Pick<Person, 'client'>, id: string): Promise<Record<string, string>> {
  const { body } = await client.rest('get', `/projects/${id}/members`);
  return Object.fromEntries(
    (body.data as { userId: string; role: string }[]).map(({ userId, role }) => [userId, role]),
  );
}
