import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Download } from 'lucide-react';
import { succeeds } from '../../../sync/client/errors';
import { filesTexts as texts } from '../../../texts/files';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { ErrorState } from '../../../ui/ErrorState';
import { Spinner } from '../../../ui/Spinner';
import type { AttachmentFieldsFragment } from '../model/AttachmentFields.generated';
import { downloadFile } from './openFile';
import { readPicture } from '../parts/readPicture';
import { usePicture } from '../parts/usePicture';

interface PicturePreviewProps {
  file: AttachmentFieldsFragment;
  onClose: () => void;
}

const Picture = ({
  file: { url, name, width, height },
  onRetry,
}: {
  file: AttachmentFieldsFragment;
  onRetry: () => void;
}) => {
  const { shown, failed } = usePicture(url, readPicture);
  if (failed) return <ErrorState message={texts.openFailed} onRetry={onRetry} />;
  if (shown === null)
    return (
      <div className="grid min-h-48 place-items-center">
        <Spinner />
      </div>
    );
  return (
    <img
      src={shown}
      alt={name}
      {...(width !== null && height !== null && { width, height })}
      className="mx-auto h-auto max-h-[70dvh] w-auto max-w-full rounded-sm"
    />
  );
};

/** Shows a picture of a task over the page. */
export const PicturePreview = ({ file, onClose }: PicturePreviewProps) => {
  const client = useApolloClient();
  const [attempt, setAttempt] = useState(0);
  return (
    <Dialog open onOpenChange={onClose} title={<span className="wrap-anywhere">{file.name}</span>} size="xl">
      <div className="grid gap-3">
        <Picture key={attempt} file={file} onRetry={() => setAttempt(attempt + 1)} />
        <div className="flex justify-end">
          <Button icon={<Download />} onClick={() => void succeeds(downloadFile(client, file), texts.openFailed)}>
            {texts.download}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
