import { LIMITS } from '@contract/limits';
import { saveFile } from '../../../lib/saveFile';
import { fetchWithToken } from '../session/fetchWithToken';
import { settingsTexts } from '../../../texts/settings';

/** Downloads an archive with the session's token, and saves it as a file: of the data, or of the files of tasks. */
export const fetchExport = async (id: string, what: 'file' | 'files'): Promise<void> => {
  const tooLong = new AbortController();
  // Only the answer has a time limit; the file may take as long as its size requires.
  const timer = setTimeout(() => tooLong.abort(new DOMException('', 'TimeoutError')), LIMITS.requestTimeoutMs);
  const answer = await fetchWithToken(`/api/auth/export/${id}/${what}`, tooLong.signal).finally(() =>
    clearTimeout(timer),
  );
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  // The browser itself holds it, on its disk where it is big.
  saveFile(name ?? settingsTexts.security.download.file, await answer.blob());
};
