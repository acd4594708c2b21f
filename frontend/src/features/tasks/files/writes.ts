import { defineWrite } from '../../../sync/writes/defineWrite';
import { AttachmentFieldsFragmentDoc, type AttachmentFieldsFragment } from '../model/AttachmentFields.generated';
import { DeleteAttachmentDocument, RenameAttachmentDocument } from './FileWrites.generated';
import { forgetFile, listFile } from './fileCache';

export const renameFile = defineWrite({
  document: RenameAttachmentDocument,
  show: (layer, { id, name }) => {
    const stored = { id: layer.identify({ __typename: 'Attachment', id }), fragmentName: 'AttachmentFields' };
    layer.updateFragment<AttachmentFieldsFragment>(
      { ...stored, fragment: AttachmentFieldsFragmentDoc },
      (file) => file && { ...file, name },
    );
  },
  apply: (cache, { renameAttachment: { attachment } }) => listFile(cache, attachment),
});

export const deleteFile = defineWrite({
  document: DeleteAttachmentDocument,
  show: (layer, { id }) => forgetFile(layer, id),
  apply: (cache, { deleteAttachment: { attachmentId } }) => forgetFile(cache, attachmentId),
});
