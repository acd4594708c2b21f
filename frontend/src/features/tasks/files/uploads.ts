import type { ApolloClient } from '@apollo/client';
import { errorText, isTransient, toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { currentOutbox } from '../../../sync/outbox/outbox';
import { blocked } from '../../../sync/outbox/queue';
import { PersonFragmentDoc } from '../../../sync/client/Person.generated';
import { createStore } from '../../../lib/store';
import { filesTexts as texts } from '../../../texts/files';
import { MeDocument } from '../../account/session/Me.generated';
import { addFileToList } from './fileCache';
import { BeginUploadDocument } from './FileWrites.generated';
import { deleteStoredFile, storeFile, readStoredFiles } from './storedFiles';
import { sendFile, type SentFile } from './sendFile';

/** The server accepts two uploads per person at a time. */
const MAX_PARALLEL = 2;

/** Pauses before an interrupted upload is retried. */
const PAUSES_MS = [1_000, 4_000, 10_000];
/** How often to check whether a task that was created offline has reached the server. */
const POLL_MS = 500;
const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A file being uploaded to a task. */
export interface Upload {
  /** Also the id of the attachment, so that a retry attaches nothing twice. */
  id: string;
  /** Who attached it. */
  userId: string | undefined;
  taskId: string;
  file: File;
  state: 'WAITING' | 'SENDING' | 'OFFLINE' | 'FAILED';
  /** Resolves to whether it is stored on this device, and so survives a reload. */
  kept: Promise<boolean>;
  /** A part of it may be on the server already. */
  isRetry: boolean;
  /** The sent share, from 0 to 1. */
  part: number;
  /** Why it failed. */
  message: string;
  cancel: AbortController;
}

/** The uploads of this tab. They continue while other tasks are open. */
export const uploads = createStore<readonly Upload[]>([]);

const change = (id: string, fields: Partial<Upload>): void =>
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...fields } : upload)));

const isListed = (id: string): boolean => uploads.get().some((upload) => upload.id === id);

const isSending = (id: string): boolean =>
  uploads.get().some((upload) => upload.id === id && upload.state === 'SENDING');

/** Removes an upload from this tab's list. */
const hide = (id: string): void => uploads.set(uploads.get().filter((upload) => upload.id !== id));

/** Removes an upload from the list and from this device. */
const forget = (id: string): void => {
  hide(id);
  void deleteStoredFile(id);
};

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
  // If the cache does not have the person, the feed adds the file to the list.
  if (creator) addFileToList(client.cache, { __typename: 'Attachment', ...sent, creator });
};

/**
 * Waits until the server has the task, which may have been created offline. Does not wait for a task that the server has
 * refused, because other files would wait with it.
 */
const waitForTask = async (taskId: string, signal: AbortSignal): Promise<void> => {
  for (;;) {
    const queue = currentOutbox()?.queue() ?? [];
    const write = queue.find(({ isNew, objects }) => isNew && objects.includes(taskId));
    if (!write) return;
    if (signal.aborted || !navigator.onLine || blocked(queue).has(write.id)) throw new TypeError();
    await delay(POLL_MS);
  }
};

/** Returns how much of a file the server has. */
const readReceived = async (client: ApolloClient, { id, taskId, file: { name, size } }: Upload): Promise<number> => {
  const { data } = await client.mutate({
    mutation: BeginUploadDocument,
    variables: { input: { id, taskId, name, size, mutationId: newId() } },
    fetchPolicy: 'no-cache',
  });
  return data?.beginUpload.received ?? 0;
};

/** Sends a file, or the rest of it. Retries a few times if the connection is interrupted. */
const sendWithRetries = async (client: ApolloClient, upload: Upload, signal: AbortSignal): Promise<SentFile> => {
  const { id, taskId, file } = upload;
  const onProgress = (part: number): void => change(id, { part });
  for (let tries = upload.isRetry ? 1 : 0; ; tries += 1) {
    try {
      await waitForTask(taskId, signal);
      // It may have been canceled during the pause before this try.
      signal.throwIfAborted();
      const from = tries === 0 ? 0 : await readReceived(client, upload);
      return await sendFile({ id, taskId, file, from, onProgress, signal });
    } catch (error) {
      const isLast = tries >= PAUSES_MS.length || !navigator.onLine;
      if (signal.aborted || !isTransient(error) || isLast) throw error;
      await delay(PAUSES_MS[tries] ?? 0);
    }
  }
};

/** Sends a file, unless another tab sends it. */
const send = async (client: ApolloClient, upload: Upload): Promise<void> => {
  if (!('locks' in navigator)) return sendAlone(client, upload);
  return navigator.locks.request(`cairn-file-${upload.id}`, { ifAvailable: true }, (lock) => {
    // It may have been paused or removed before the lock was granted, for example because another person has signed in.
    if (lock && isSending(upload.id)) return sendAlone(client, upload);
    if (!lock) hide(upload.id);
    return startNext(client);
  });
};

const sendAlone = async (client: ApolloClient, upload: Upload): Promise<void> => {
  const { id } = upload;
  const cancel = new AbortController();
  change(id, { cancel });
  try {
    list(client, await sendWithRetries(client, upload, cancel.signal));
    forget(id);
  } catch (error) {
    const isKept = await upload.kept;
    // Unless it was paused or removed from the list meanwhile.
    if (isSending(id)) {
      if (cancel.signal.aborted) forget(id);
      else if (isKept && isTransient(error)) change(id, { state: 'OFFLINE', isRetry: true });
      else change(id, { state: 'FAILED', message: describe(error) });
    }
  }
  startNext(client);
};

/** Starts waiting uploads, up to the limit. */
function startNext(client: ApolloClient): void {
  const all = uploads.get();
  const room = MAX_PARALLEL - all.filter(({ state }) => state === 'SENDING').length;
  for (const upload of all.filter(({ state }) => state === 'WAITING').slice(0, Math.max(0, room))) {
    change(upload.id, { state: 'SENDING', message: '' });
    void send(client, upload);
  }
}

const toUpload = (fields: Pick<Upload, 'id' | 'userId' | 'taskId' | 'file' | 'kept' | 'isRetry'>): Upload => ({
  ...fields,
  state: 'WAITING',
  part: 0,
  message: '',
  cancel: new AbortController(),
});

const readMyId = (client: ApolloClient): string | undefined => client.readQuery({ query: MeDocument })?.me?.id;

/** Attaches files to a task, one by one; returns their ids. This device stores them until the server has them. */
export const attachFiles = (client: ApolloClient, taskId: string, files: readonly File[]): readonly string[] => {
  const userId = readMyId(client);
  const keep = async (id: string, file: File): Promise<boolean> => {
    if (userId === undefined || !(await storeFile({ id, userId, taskId, file, at: Date.now() }))) return false;
    // It can have arrived meanwhile.
    if (!isListed(id)) await deleteStoredFile(id);
    return true;
  };
  const added = files.map((file) => {
    const id = newId();
    return toUpload({ id, userId, taskId, file, kept: keep(id, file), isRetry: false });
  });
  uploads.set([...uploads.get(), ...added]);
  startNext(client);
  return added.map(({ id }) => id);
};

/** Continues the uploads that another page of this browser has left. */
export const resumeUploads = async (client: ApolloClient): Promise<void> => {
  const userId = readMyId(client);
  if (userId === undefined) return;
  const kept = await readStoredFiles(userId);
  const known = new Set(uploads.get().map(({ id }) => id));
  const left = kept.filter(({ id }) => !known.has(id));
  uploads.set([
    ...uploads.get(),
    ...left.map(({ id, taskId, file }) =>
      toUpload({ id, userId, taskId, file, kept: Promise.resolve(true), isRetry: true }),
    ),
  ]);
  startNext(client);
};

/** Continues the uploads that waited for a connection, or for a refused task. */
export const resumeOffline = (client: ApolloClient): void => {
  for (const { id, state } of uploads.get()) if (state === 'OFFLINE') change(id, { state: 'WAITING' });
  startNext(client);
};

export const retryUpload = (client: ApolloClient, id: string): void => {
  change(id, { state: 'WAITING', isRetry: true, message: '' });
  startNext(client);
};

/** Ends an upload, or unlists a failed one, after its removal from this device, so that no later page sends it. */
export const cancelUpload = async (id: string): Promise<void> => {
  const upload = uploads.get().find((it) => it.id === id);
  if (upload?.state === 'SENDING') return upload.cancel.abort();
  await deleteStoredFile(id);
  forget(id);
};

/**
 * Ends the uploads of people who were signed in before, after their sessions expired. Their files stay on this device,
 * so that they are sent when these people sign in again.
 */
export const stopOthersUploads = (client: ApolloClient): void => {
  const userId = readMyId(client);
  const others = uploads.get().filter((upload) => upload.userId !== userId);
  if (others.length === 0) return;
  uploads.set(uploads.get().filter((upload) => upload.userId === userId));
  for (const { cancel } of others) cancel.abort();
};

/** Stops all uploads when the session ends. They continue when their person signs in again. */
export const pauseUploads = (): void => {
  const all = uploads.get();
  uploads.set(
    all.map((upload) => (upload.state === 'FAILED' ? upload : { ...upload, state: 'OFFLINE', isRetry: true })),
  );
  for (const { cancel } of all) cancel.abort();
};

/** Ends all uploads, and removes their files from this device. */
export const discardUploads = async (): Promise<void> => {
  const all = uploads.get();
  uploads.set([]);
  for (const { cancel } of all) cancel.abort();
  await Promise.all(all.map(({ id }) => deleteStoredFile(id)));
};
