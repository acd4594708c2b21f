import { Client, type Person, type RestResult } from './client.js';

const DAY_MS = 24 * 3_600_000;

export const inDays = (days: number, from = Date.now()): string => new Date(from + days * DAY_MS).toISOString();

/** Requests a new API token. */
export const requestToken = (person: Person, fields: Record<string, unknown> = {}, headers = {}): Promise<RestResult> =>
  person.client.rest(
    'post',
    '/auth/tokens',
    { name: 'Nightly report', scope: 'WRITE', expiresAt: inDays(30), currentPassword: person.password, ...fields },
    headers,
  );

/** A program that uses a person's API token. */
export interface TestProgram {
  id: string;
  client: Client;
}

export async function newProgram(person: Person, fields: Record<string, unknown> = {}): Promise<TestProgram> {
  const { status, body } = await requestToken(person, fields);
  if (status !== 201) throw new Error(`token answered ${status}: ${JSON.stringify(body)}`);
  return { id: body.data.apiToken.id, client: new Client(person.client.server, body.data.token) };
}
