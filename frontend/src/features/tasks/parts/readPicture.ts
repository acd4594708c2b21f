import { fetchWithToken } from '../../account/session/fetchWithToken';

/** Fetches a picture and returns it as a blob, because the page shows only pictures that it has fetched itself. */
export const readPicture = async (url: string, signal: AbortSignal): Promise<Blob> =>
  (await fetchWithToken(url, signal)).blob();
