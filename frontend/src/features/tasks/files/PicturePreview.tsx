import { useEffect, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Download } from 'lucide-react';
import { reportError } from '../../../sync/client/errors';
import { filesTexts as texts } from '../../../texts/files';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { ErrorState } from '../../../ui/ErrorState';
import { Spinner } from '../../../ui/Spinner';
import type { AttachmentFieldsFragment } from '../model/AttachmentFields.generated';
import { downloadFile, readPicture } from './openFile';

interface PicturePreviewProps {
  file: AttachmentFieldsFragment;
  open: boolean;
  onClose: () => void;
}

/** Reads a picture while it is open. Returns its address in this page. */
const usePicture = (id: string) => {
  const client = useApolloClient();
  const [url, setUrl] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const cancel = new AbortController();
    let made: string | undefined;
    readPicture(client, id, cancel.signal).then(
      (blob) => {
        if (cancel.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      () => {
        if (!cancel.signal.aborted) setFailed(true);
      },
    );
    return () => {
      cancel.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [client, id, attempt]);
  const retry = (): void => {
    setFailed(false);
    setAttempt((made) => made + 1);
  };
  return { url, failed, retry };
};

const Picture = ({ file: { id, name, width, height } }: Pick<PicturePreviewProps, 'file'>) => {
  const { url, failed, retry } = usePicture(id);
  if (failed) return <ErrorState message={texts.openFailed} onRetry={retry} />;
  if (url === undefined)
    return (
      <div className="grid min-h-48 place-items-center">
        <Spinner />
      </div>
    );
  return (
    <img
      src={url}
      alt={name}
      {...(width !== null && height !== null && { width, height })}
      className="mx-auto h-auto max-h-[70dvh] w-auto max-w-full rounded-sm"
    />
  );
};

/** A picture of a task over the page. */
export const PicturePreview = ({ file, open, onClose }: PicturePreviewProps) => {
  const client = useApolloClient();
  return (
    <Dialog open={open} onOpenChange={onClose} title={<span className="wrap-anywhere">{file.name}</span>} size="xl">
      <div className="grid gap-3">
        <Picture file={file} />
        <div className="flex justify-end">
          <Button
            icon={<Download />}
            onClick={() =>
              void downloadFile(client, file).catch((error: unknown) =>
                reportError(error, { fallback: texts.openFailed }),
              )
            }
          >
            {texts.download}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
