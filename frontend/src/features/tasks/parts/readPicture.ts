import { fetchWithToken } from '../../account/session/fetchWithToken';

/** Reads a picture. The page shows only what it has read itself. */
export const readPicture = async (url: string, signal: AbortSignal): Promise<Blob> =>
  (await fetchWithToken(url, signal)).blob();
