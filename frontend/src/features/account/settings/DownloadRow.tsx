import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { CircleAlert } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { errorText, reportError, succeeds, toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { usePolledQuery } from '../../../sync/client/usePolledQuery';
import { formatFull } from '../../../lib/dates/format';
import { settingsTexts } from '../../../texts/settings';
import { Button } from '../../../ui/Button';
import { ErrorState } from '../../../ui/ErrorState';
import { notify } from '../../../ui/notify';
import { Skeleton } from '../../../ui/Skeleton';
import { saveFromServer } from '../session/saveFromServer';
import { ExportsDocument, RequestExportDocument } from './Exports.generated';
import type { DownloadFieldsFragment } from './Exports.generated';
import { SettingsRow } from './SettingsSection';

const texts = settingsTexts.security.download;

const Failed = () => (
  <span className="flex gap-1 text-danger-ink">
    <CircleAlert aria-hidden="true" className="mt-0.5 size-4 flex-none" />
    {texts.failed}
  </span>
);

/** Describes the state of a download. */
const describeDownload = ({ status, progress, size, expiresAt }: DownloadFieldsFragment) => {
  if (status === 'RUNNING') return texts.making(progress);
  if (status === 'FAILED') return <Failed />;
  return texts.ready(size ?? 0, formatFull(expiresAt ?? ''));
};

/** The text for screen readers, which does not contain every step of the progress. */
const announcements = { RUNNING: texts.isMaking, READY: texts.isReady, FAILED: texts.failed };

/** A download of the person's data: requested, prepared on the server, then fetched with the session's token. */
export const DownloadRow = () => {
  const { data, error, loading, refetch, readAgain } = usePolledQuery(
    ExportsDocument,
    {},
    ({ exports: [newest] }) => newest?.status === 'RUNNING',
  );
  const [request, { loading: isAsking }] = useMutation(RequestExportDocument);
  const [saving, setSaving] = useState<'file' | 'files' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { hash, key, state } = useLocation();
  const navigate = useNavigate();
  const download = data?.exports[0];
  // An older one stays available while another is being prepared, and if that fails.
  const ready = data?.exports.find(({ status }) => status === 'READY');
  const isRunning = download?.status === 'RUNNING';

  const ask = async (): Promise<void> => {
    const isDone = await succeeds(request({ variables: { input: { mutationId: newId() } } }), texts.failedToAsk);
    if (isDone) await readAgain();
  };
  const save = async (id: string, what: 'file' | 'files' = 'file'): Promise<void> => {
    setSaving(what);
    try {
      await saveFromServer(`/api/auth/export/${id}/${what}`, texts.file);
    } catch (failure) {
      if (toAppError(failure).code === 'NOT_FOUND') {
        notify.error(texts.gone);
        await readAgain();
      } else reportError(failure, { fallback: texts.failedToSave });
    } finally {
      setSaving(null);
    }
  };

  const show = (): void => {
    button.current?.scrollIntoView({ block: 'center' });
    button.current?.focus({ preventScroll: true });
  };
  const saveNewest = async (): Promise<void> => {
    const { data: now } = await refetch().catch(() => ({ data: undefined }));
    const newest = now?.exports.find(({ status }) => status === 'READY');
    if (newest) await save(newest.id);
    else if (now) notify.info(texts.gone);
  };
  const arrive = useEffectEvent(() => {
    show();
    if ((state as { isWanted?: boolean } | null)?.isWanted !== true) return;
    // Only once: a reload must not fetch it again.
    void Promise.resolve(navigate({ hash }, { replace: true })).then(saveNewest);
  });
  const ledBy = useRef('');
  const isHere = data !== undefined;
  useEffect(() => {
    // A notification or an email has opened this page, possibly again.
    if (!isHere || hash !== '#download' || ledBy.current === key) return;
    ledBy.current = key;
    arrive();
  }, [isHere, hash, key]);

  if (error && !data) {
    return <ErrorState message={errorText(error, texts.failedToFetch)} pending={loading} onRetry={readAgain} />;
  }
  return (
    <SettingsRow id="download" title={texts.title} text={download ? describeDownload(download) : texts.text}>
      {({ labelId, textId }) => (
        <div className="flex flex-none flex-wrap justify-end gap-2 max-md:flex-col">
          <span role="status" className="sr-only">
            {download && announcements[download.status]}
          </span>
          {!data && <Skeleton className="h-8 w-24" />}
          {ready && !isRunning && (
            <Button variant="ghost" aria-describedby={labelId} pending={isAsking} onClick={() => void ask()}>
              {texts.again}
            </Button>
          )}
          {ready && ready.filesSize > 0 && (
            <Button
              aria-describedby={labelId}
              pending={saving === 'files'}
              onClick={() => void save(ready.id, 'files')}
            >
              {texts.files(ready.filesSize)}
            </Button>
          )}
          {data && (
            <Button
              ref={button}
              aria-describedby={`${labelId} ${textId}`}
              pending={saving === 'file' || (!ready && (isRunning || isAsking))}
              onClick={() => void (ready ? save(ready.id) : ask())}
            >
              {texts.button}
            </Button>
          )}
        </div>
      )}
    </SettingsRow>
  );
};
