import type { Context } from '../request/context.js';
import type { AttachmentRow } from './attachment.reads.js';

/** The URL of a file. Its name there is for people only; clients would resolve "." and ".." as parts of a path. */
export const fileUrl = ({ id, name }: Pick<AttachmentRow, 'id' | 'name'>): string =>
  `/files/${id}/${encodeURIComponent(name).replace(/^\.{1,2}$/, 'file')}`;

/** The URL of the thumbnail; null if there is none. */
export const thumbnailUrl = (file: Pick<AttachmentRow, 'id' | 'name' | 'hasThumbnail'>): string | null =>
  file.hasThumbnail ? `${fileUrl(file)}?thumbnail` : null;

/** Returns an attachment with its URLs. */
export const withUrls = ({ hasThumbnail, ...attachment }: AttachmentRow) => ({
  ...attachment,
  url: fileUrl(attachment),
  thumbnailUrl: thumbnailUrl({ ...attachment, hasThumbnail }),
});

/** Returns an attachment as REST and CONFLICT errors show it. */
export const presentAttachment = (_ctx: Context, attachment: AttachmentRow) => withUrls(attachment);
