import { LIMITS } from '@contract/limits';
import { saveFile } from '../../lib/saveFile';
import { fetchWithToken } from '../account/session/fetchWithToken';

/** Fetches the audit log as a CSV file, and saves it. */
export const fetchEvents = async (filter: Readonly<Record<string, string>>): Promise<void> => {
  const address = `/api/admin/security-events/file?${new URLSearchParams(filter).toString()}`;
  const answer = await fetchWithToken(address, AbortSignal.timeout(LIMITS.requestTimeoutMs));
  saveFile('audit-log.csv', await answer.blob());
};
