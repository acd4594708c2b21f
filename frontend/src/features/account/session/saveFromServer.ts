import { LIMITS } from '@contract/limits';
import { saveFile } from '../../../lib/saveFile';
import { fetchWithToken } from './fetchWithToken';

/** Downloads a file with the session's token, and saves it under the name that the server gives, or else `name`. */
export const saveFromServer = async (address: string, name: string): Promise<void> => {
  const tooLong = new AbortController();
  // Only the answer has a time limit; the file may take as long as its size requires.
  const timer = setTimeout(() => tooLong.abort(new DOMException('', 'TimeoutError')), LIMITS.requestTimeoutMs);
  const answer = await fetchWithToken(address, tooLong.signal).finally(() => clearTimeout(timer));
  const given = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  // The browser stores the blob, on disk if it is large.
  saveFile(given ?? name, await answer.blob());
};
