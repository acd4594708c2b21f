import { defineWrite } from '../../../sync/writes/defineWrite';
import { AttachmentFieldsFragmentDoc, type AttachmentFieldsFragment } from '../model/AttachmentFields.generated';
import { DeleteAttachmentDocument, RenameAttachmentDocument, SetCoverDocument } from './FileWrites.generated';
import { evictFile, addFileToList, markCover } from './fileCache';
import { applyTask } from '../model/taskCache';

export const renameFile = defineWrite({
  document: RenameAttachmentDocument,
  show: (layer, { id, name }) => {
    const stored = { id: layer.identify({ __typename: 'Attachment', id }), fragmentName: 'AttachmentFields' };
    layer.updateFragment<AttachmentFieldsFragment>(
      { ...stored, fragment: AttachmentFieldsFragmentDoc },
      (file) => file && { ...file, name },
    );
  },
  apply: (cache, { renameAttachment: { attachment } }) => addFileToList(cache, attachment),
});

export const deleteFile = defineWrite({
  document: DeleteAttachmentDocument,
  show: (layer, { id }) => evictFile(layer, id),
  apply: (cache, { deleteAttachment: { attachmentId } }) => evictFile(cache, attachmentId),
});

export const setCover = defineWrite({
  document: SetCoverDocument,
  show: (layer, { id, attachmentId }) => markCover(layer, id, attachmentId ?? null),
  apply: (cache, { setCover: { task } }) => {
    markCover(cache, task.id, task.coverId);
    applyTask(cache, task);
  },
});
