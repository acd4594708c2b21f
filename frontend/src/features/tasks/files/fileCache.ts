import type { ApolloCache, Reference } from '@apollo/client';
import { AttachmentFieldsFragmentDoc, type AttachmentFieldsFragment } from '../model/AttachmentFields.generated';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from '../model/TaskFields.generated';

// A type instead of an interface, because the cache requires an index signature.
type StoredTask = {
  attachments: readonly Reference[];
  attachmentCount: number;
  coverId: string | null;
  cover: Reference | null;
};

const identify = (cache: ApolloCache, typename: 'Attachment' | 'Task', id: string): string | undefined =>
  cache.identify({ __typename: typename, id });

/** Changes the files of a task, if they are loaded, and their number. */
const changeList = (
  cache: ApolloCache,
  taskId: string,
  change: (refs: readonly Reference[]) => readonly Reference[],
): void => {
  let count: number | undefined;
  const id = identify(cache, 'Task', taskId);
  cache.modify<StoredTask>({
    id,
    fields: {
      attachments: (refs) => {
        const next = change(refs);
        count = next.length;
        return next;
      },
    },
  });
  const total = count;
  if (total !== undefined) cache.modify<StoredTask>({ id, fields: { attachmentCount: () => total } });
};

/** Writes a file to the cache, and adds it to its task. */
export const addFileToList = (cache: ApolloCache, file: AttachmentFieldsFragment): void => {
  cache.writeFragment({
    fragment: AttachmentFieldsFragmentDoc,
    fragmentName: 'AttachmentFields',
    data: { ...file, __typename: 'Attachment' },
  });
  const id = identify(cache, 'Attachment', file.id);
  if (id === undefined) return;
  changeList(cache, file.taskId, (refs) => (refs.some((ref) => ref.__ref === id) ? refs : [...refs, { __ref: id }]));
};

/** Sets the file that a task's card shows, or removes it. */
export const markCover = (cache: ApolloCache, taskId: string, coverId: string | null): void => {
  const cover = coverId === null ? undefined : identify(cache, 'Attachment', coverId);
  const id = identify(cache, 'Task', taskId);
  let files: readonly Reference[] = [];
  cache.modify<StoredTask>({
    id,
    fields: {
      attachments: (refs) => {
        files = refs;
        return refs;
      },
      coverId: () => coverId,
      cover: () => (cover === undefined ? null : { __ref: cover }),
    },
  });
  for (const { __ref } of files) {
    cache.modify<{ isCover: boolean }>({ id: __ref, fields: { isCover: () => __ref === cover } });
  }
};

/** Removes a file from its task. */
export const evictFile = (cache: ApolloCache, fileId: string): void => {
  const id = identify(cache, 'Attachment', fileId);
  const file = cache.readFragment<AttachmentFieldsFragment>({
    id,
    fragment: AttachmentFieldsFragmentDoc,
    fragmentName: 'AttachmentFields',
  });
  if (id === undefined || !file) return;
  changeList(cache, file.taskId, (refs) => refs.filter((ref) => ref.__ref !== id));
  cache.evict({ id });
};

interface FileChange {
  entityId: string;
  movedTo: string | null;
  task: TaskFieldsFragment | null;
  attachment: AttachmentFieldsFragment | null;
}

export const applyFileChange = (cache: ApolloCache, { entityId, movedTo, task, attachment }: FileChange): void => {
  // The task contains the number of its files.
  if (task) cache.writeFragment({ fragment: TaskFieldsFragmentDoc, data: task });
  if (attachment) addFileToList(cache, attachment);
  else if (!movedTo) evictFile(cache, entityId);
};
