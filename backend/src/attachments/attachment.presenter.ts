import type { Context } from '../request/context.js';
import type { AttachmentRow } from './attachment.reads.js';
import { fileUrl } from './attachment.service.js';

/** Returns an attachment as REST shows it: with its address. */
export const presentAttachment = (_ctx: Context, attachment: AttachmentRow) => ({
  ...attachment,
  url: fileUrl(attachment),
});
