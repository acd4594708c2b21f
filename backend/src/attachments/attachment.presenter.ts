import type { Context } from '../request/context.js';
import type { AttachmentRow } from './attachment.reads.js';
import { fileUrl, thumbnailUrl } from './attachment.service.js';

/** Returns an attachment as REST shows it, with its URLs. */
export const presentAttachment = (_ctx: Context, { hasThumbnail, ...attachment }: AttachmentRow) => ({
  ...attachment,
  url: fileUrl(attachment),
  thumbnailUrl: thumbnailUrl({ ...attachment, hasThumbnail }),
});
