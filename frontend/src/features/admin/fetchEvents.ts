import { LIMITS } from '@contract/limits';
import { saveFile } from '../../lib/saveFile';
import { HttpError } from '../../sync/client/errors';
import { expireSession, getToken } from '../account/session/token';

/** Fetches the audit log as a CSV file, and gives it to the person. */
export const fetchEvents = async (filter: Readonly<Record<string, string>>): Promise<void> => {
  const token = getToken() ?? '';
  const answer = await fetch(`/api/admin/security-events/file?${new URLSearchParams(filter).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(LIMITS.requestTimeoutMs),
  });
  if (answer.status === 401) expireSession(token);
  if (!answer.ok) throw new HttpError(answer.status, await answer.text());
  saveFile('audit-log.csv', await answer.blob());
};
