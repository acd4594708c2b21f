import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Download, Ellipsis, File as FileIcon, FileText, Image, Pencil, Trash2 } from 'lucide-react';
import { succeeds } from '../../../sync/client/errors';
import { reportWrite } from '../../../sync/writes/reportWrite';
import { useWrite } from '../../../sync/writes/runWrite';
import { filesTexts as texts } from '../../../texts/files';
import { IconButton } from '../../../ui/IconButton';
import { lazyDialog } from '../../../ui/lazyComponent';
import { Menu, MenuItem } from '../../../ui/Menu';
import type { AttachmentFieldsFragment } from '../model/AttachmentFields.generated';
import { downloadFile } from './openFile';
import { useSmallPicture } from '../parts/useSmallPicture';
import { deleteFile, setCover } from './writes';

const PicturePreview = lazyDialog(() => import('./fileDialogs'), 'PicturePreview');
const RenameFileDialog = lazyDialog(() => import('./fileDialogs'), 'RenameFileDialog');

const isPicture = (type: string): boolean => /^image\/(?:png|jpeg|webp|gif)$/.test(type);

const SmallPicture = ({ url }: { url: string }) => {
  const shown = useSmallPicture(url);
  return shown !== null && <img src={shown} alt="" className="size-full object-cover" />;
};

/** The thumbnail of a file, or the icon of its type. */
const Sign = ({ file: { type, thumbnailUrl } }: { file: AttachmentFieldsFragment }) => {
  const KindIcon = isPicture(type) ? Image : type === 'application/pdf' ? FileText : FileIcon;
  return (
    <span className="grid size-9 flex-none place-items-center overflow-hidden rounded-xs bg-fill">
      {thumbnailUrl === null ? <KindIcon className="text-ink-3" /> : <SmallPicture url={thumbnailUrl} />}
    </span>
  );
};

interface FileRowProps {
  file: AttachmentFieldsFragment;
  /** True if the task is read-only. */
  disabled: boolean;
}

/** A file of a task, which opens it, with its menu. */
export const FileRow = ({ file, disabled }: FileRowProps) => {
  const { id, taskId, name, type, size, creator, thumbnailUrl, isCover } = file;
  const client = useApolloClient();
  const [dialog, setDialog] = useState<'preview' | 'rename' | null>(null);
  const remove = useWrite(deleteFile);
  const cover = useWrite(setCover);
  const close = (): void => setDialog(null);

  const download = (): Promise<boolean> => succeeds(downloadFile(client, file), texts.openFailed);
  const deleteIt = (): Promise<boolean> =>
    reportWrite(remove({ id }), { done: texts.deleted, failed: texts.deleteFailed });
  const toggleCover = (): Promise<boolean> =>
    reportWrite(cover({ id: taskId, attachmentId: isCover ? null : id }), {
      done: isCover ? texts.coverRemoved : texts.coverSet,
      failed: texts.coverFailed,
    });

  return (
    <li className="group/item -mx-2 flex min-h-10 items-center gap-2.5 rounded-sm px-2 hover:bg-fill has-focus-visible:bg-fill pointer-coarse:min-h-11">
      <Sign file={file} />
      <button
        type="button"
        aria-label={texts.open(name)}
        className="grid min-w-0 flex-1 rounded-xs py-1 text-start"
        onClick={() => (isPicture(type) ? setDialog('preview') : void download())}
      >
        <span dir="auto" className="min-w-0 truncate" title={name}>
          {name}
        </span>
        <span className="truncate text-xs text-ink-3">
          {texts.about(size, creator.name)}
          {isCover && ` · ${texts.cover}`}
        </span>
      </button>
      <Menu
        align="end"
        trigger={
          <IconButton label={texts.more(name)} size="sm">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Download />} onSelect={() => void download()}>
          {texts.download}
        </MenuItem>
        {!disabled && (
          <>
            {thumbnailUrl !== null && (
              <MenuItem icon={<Image />} onSelect={() => void toggleCover()}>
                {isCover ? texts.removeCover : texts.setCover}
              </MenuItem>
            )}
            <MenuItem icon={<Pencil />} onSelect={() => setDialog('rename')}>
              {texts.rename}
            </MenuItem>
            <MenuItem danger icon={<Trash2 />} onSelect={() => void deleteIt()}>
              {texts.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'preview' && <PicturePreview file={file} onClose={close} />}
      {dialog === 'rename' && <RenameFileDialog file={file} onClose={close} />}
    </li>
  );
};
