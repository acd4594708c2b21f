import { expect } from '@playwright/test';
import type { FullConfig } from '@playwright/test';
import { PASSWORD, type Person, signInByApi } from './people.ts';

export const ADMINISTRATOR = { firstName: 'Ada', lastName: 'Stone', username: 'ada', email: 'ada@example.com' };

/**
 * Registers the first account of the server, which becomes the administrator's, before all tests. Otherwise a test's
 * person would be the last administrator and could not delete their account.
 */
export default async function registerAdministrator({ projects }: FullConfig): Promise<void> {
  const baseURL = projects[0]?.use.baseURL ?? '';
  const answer = await fetch(`${baseURL}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ADMINISTRATOR, password: PASSWORD }),
  });
  expect(answer.status).toBe(201);
}

/** The administrator of the server, who is in no project. */
export const administrator = (baseURL: string): Promise<Person> => signInByApi(baseURL, ADMINISTRATOR.email);
