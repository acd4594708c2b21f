import type { ApolloClient } from '@apollo/client';
import { errorText, isTransient, toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { PersonFragmentDoc } from '../../../sync/client/Person.generated';
import { createStore } from '../../../lib/store';
import { filesTexts as texts } from '../../../texts/files';
import { listFile } from './fileCache';
import { BeginUploadDocument } from './FileWrites.generated';
import { sendFile, type SentFile } from './sendFile';

/** The server takes two of a person at a time. */
const AT_ONCE = 2;

/** Pauses before a cut upload is tried again. */
const PAUSES_MS = [1_000, 4_000, 10_000];
const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A file on its way to a task. */
export interface Upload {
  /** Also the id of the attachment, so that trying again attaches nothing twice. */
  id: string;
  taskId: string;
  file: File;
  state: 'WAITING' | 'SENDING' | 'FAILED';
  /** A part of it may be on the server. */
  isRetry: boolean;
  /** What is sent of it, from 0 to 1. */
  part: number;
  /** Why it failed. */
  message: string;
  cancel: AbortController;
}

/** The uploads of this tab. They go on while other tasks are open. */
export const uploads = createStore<readonly Upload[]>([]);

const change = (id: string, fields: Partial<Upload>): void =>
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...fields } : upload)));
const forget = (id: string): void => uploads.set(uploads.get().filter((upload) => upload.id !== id));

const describe = (error: unknown): string => {
  const { code, fields } = toAppError(error);
  if (code === 'NETWORK') return texts.needsConnection;
  return fields['file']?.[0] ?? fields['name']?.[0] ?? errorText(error, texts.failed);
};

const list = (client: ApolloClient, { creatorId, ...sent }: SentFile): void => {
  const creator = client.cache.readFragment({
    id: client.cache.identify({ __typename: 'User', id: creatorId }),
    fragment: PersonFragmentDoc,
  });
  // Otherwise the feed brings it.
  if (creator) listFile(client.cache, { __typename: 'Attachment', ...sent, creator });
};

/** Asks how much of a file the server has. */
const readReceived = async (client: ApolloClient, { id, taskId, file: { name, size } }: Upload): Promise<number> => {
  const { data } = await client.mutate({
    mutation: BeginUploadDocument,
    variables: { input: { id, taskId, name, size, mutationId: newId() } },
    fetchPolicy: 'no-cache',
  });
  return data?.beginUpload.received ?? 0;
};

/** Sends a file, or the rest of it. A cut connection is tried again a few times. */
const sendInTries = async (client: ApolloClient, upload: Upload, signal: AbortSignal): Promise<SentFile> => {
  const { id, taskId, file } = upload;
  const onProgress = (part: number): void => change(id, { part });
  for (let tries = upload.isRetry ? 1 : 0; ; tries += 1) {
    try {
      const from = tries === 0 ? 0 : await readReceived(client, upload);
      return await sendFile({ id, taskId, file, from, onProgress, signal });
    } catch (error) {
      if (signal.aborted || !isTransient(error) || tries >= PAUSES_MS.length) throw error;
      await delay(PAUSES_MS[tries] ?? 0);
    }
  }
};

const send = async (client: ApolloClient, upload: Upload): Promise<void> => {
  const { id } = upload;
  const cancel = new AbortController();
  change(id, { state: 'SENDING', message: '', cancel });
  try {
    list(client, await sendInTries(client, upload, cancel.signal));
    forget(id);
  } catch (error) {
    if (cancel.signal.aborted) forget(id);
    else change(id, { state: 'FAILED', message: describe(error) });
  }
  startNext(client);
};

/** Sends what waits, as far as there is room. */
function startNext(client: ApolloClient): void {
  const all = uploads.get();
  const room = AT_ONCE - all.filter(({ state }) => state === 'SENDING').length;
  for (const upload of all.filter(({ state }) => state === 'WAITING').slice(0, Math.max(0, room))) {
    void send(client, upload);
  }
}

/** Attaches files to a task, one after another. */
export const attachFiles = (client: ApolloClient, taskId: string, files: readonly File[]): void => {
  const added = files.map((file) => ({
    id: newId(),
    taskId,
    file,
    state: 'WAITING' as const,
    isRetry: false,
    part: 0,
    message: '',
    cancel: new AbortController(),
  }));
  uploads.set([...uploads.get(), ...added]);
  startNext(client);
};

export const retryUpload = (client: ApolloClient, id: string): void => {
  change(id, { state: 'WAITING', isRetry: true, message: '' });
  startNext(client);
};

/** Ends an upload, or takes a failed one off the list. */
export const cancelUpload = (id: string): void => {
  const upload = uploads.get().find((it) => it.id === id);
  if (upload?.state === 'SENDING') upload.cancel.abort();
  else forget(id);
};
