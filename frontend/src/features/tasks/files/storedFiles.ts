import { createStore, del, entries, set, type UseStore } from 'idb-keyval';

/** A file that is stored on this device until it is attached. */
export interface StoredFile {
  /** Also the id of the attachment. */
  id: string;
  userId: string;
  taskId: string;
  file: File;
  at: number;
}

/** The maximum size of all files on this device. */
const MAX_BYTES = 100_000_000;

let opened: UseStore | undefined;
const store = (): UseStore => (opened ??= createStore('cairn-files', 'files'));

const readAll = async (): Promise<StoredFile[]> => (await entries<string, StoredFile>(store())).map(([, kept]) => kept);

/** Stores a file. Returns false if there is no space for it, or no storage. */
export const storeFile = async (kept: StoredFile): Promise<boolean> => {
  try {
    const bytes = (await readAll()).reduce((sum, { file }) => sum + file.size, kept.file.size);
    if (bytes > MAX_BYTES) return false;
    await set(kept.id, kept, store());
    return true;
  } catch {
    // For example a private window, or a full disk.
    return false;
  }
};

export const deleteStoredFile = (id: string): Promise<void> => del(id, store()).catch(() => undefined);

/** The files of a person, oldest first. */
export const readStoredFiles = async (userId: string): Promise<StoredFile[]> =>
  (await readAll().catch(() => [])).filter((kept) => kept.userId === userId).toSorted((a, b) => a.at - b.at);
