import * as v from 'valibot';
import { ATTACHMENTS } from './limits.js';
import { requiredText, newIdField, idField } from './text.js';
import { versionField } from './write.js';

/** The name of a file without folders. */
const nameField = v.pipe(
  requiredText('Name', ATTACHMENTS.nameMax),
  v.transform((name) => name.split(/[\\/]/).at(-1)?.trim() || name),
);

export const attachFileSchema = v.object({ id: newIdField, name: nameField });

const SIZE = 'Size must be a whole number of bytes';
export const beginUploadSchema = v.object({
  /** The attachment's id. A cut upload is continued under the same one. */
  id: v.optional(newIdField),
  taskId: idField('Name the task', 'Task must be an id'),
  name: nameField,
  size: v.pipe(v.number(SIZE), v.integer(SIZE), v.minValue(1, 'The file is empty')),
});

/** null for none. */
export const setCoverSchema = v.object({
  attachmentId: v.nullable(idField('Name the attachment', 'Attachment must be an id')),
});

export const renameAttachmentSchema = v.object({ name: nameField, version: versionField });
