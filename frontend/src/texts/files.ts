import { t } from '@lingui/core/macro';
import { bytes } from './bytes';
import { number, percent } from './format';

/** The files of a task. */
export const filesTexts = {
  title: t`Files`,
  attach: t`Attach files`,
  dropHere: t`Drop files to attach them`,
  sending: (name: string) => t`Uploading ${name}`,
  part: (part: number) => percent(part),
  cancel: (name: string) => t`Cancel the upload of ${name}`,
  retry: t`Try again`,
  dismiss: (name: string) => t`Remove ${name} from the list`,
  waits: t`Waits for a connection`,
  failed: t`Couldn’t upload the file`,
  needsConnection: t`You’re offline. Files need a connection.`,
  tooLarge: (max: number) => t`The file is larger than ${{ size: bytes(max) }}`,
  full: (max: number) => t`A task can have at most ${{ max: number(max) }} files`,
  more: (name: string) => t`More actions for ${name}`,
  open: (name: string) => t`Open ${name}`,
  download: t`Download`,
  rename: t`Rename`,
  delete: t`Delete`,
  name: t`Name`,
  save: t`Save`,
  changed: t`Someone else renamed this file. Save again to overwrite.`,
  renameFailed: t`Couldn’t rename the file`,
  deleted: t`File deleted`,
  deleteFailed: t`Couldn’t delete the file`,
  setCover: t`Show on the card`,
  removeCover: t`Don’t show on the card`,
  coverSet: t`The card shows the picture`,
  coverRemoved: t`The card shows no picture`,
  coverFailed: t`Couldn’t change the card`,
  cover: t`Shown on the card`,
  openFailed: t`Couldn’t open the file`,
  about: (size: number, who: string) => t`${{ size: bytes(size) }} · ${who}`,
};
