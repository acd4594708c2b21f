import { useId, useRef } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Paperclip, RotateCcw, X } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { useStore } from '../../../lib/store';
import { useFileDrop } from '../../../lib/useFileDrop';
import { filesTexts as texts } from '../../../texts/files';
import { Button } from '../../../ui/Button';
import { FieldError } from '../../../ui/FieldError';
import { IconButton } from '../../../ui/IconButton';
import type { OpenedTask } from '../fields/Property';
import { FileRow } from './FileRow';
import { attachFiles, cancelUpload, retryUpload, type Upload, uploads } from './uploads';

const UploadRow = ({ upload: { id, file, state, part, message } }: { upload: Upload }) => {
  const client = useApolloClient();
  const hasFailed = state === 'FAILED';
  const isOffline = state === 'OFFLINE';
  return (
    <li className="grid gap-1 py-1">
      <div className="flex items-center gap-2.5">
        <Paperclip className="flex-none text-ink-3" />
        <span dir="auto" className="min-w-0 flex-1 truncate" title={file.name}>
          {file.name}
        </span>
        {!hasFailed && (
          <span className="text-xs text-ink-3 tabular-nums">{isOffline ? texts.waits : texts.part(part)}</span>
        )}
        {hasFailed && (
          <Button size="sm" variant="ghost" icon={<RotateCcw />} onClick={() => retryUpload(client, id)}>
            {texts.retry}
          </Button>
        )}
        <IconButton
          label={hasFailed ? texts.dismiss(file.name) : texts.cancel(file.name)}
          size="sm"
          onClick={() => void cancelUpload(id)}
        >
          <X />
        </IconButton>
      </div>
      {hasFailed && <FieldError>{message}</FieldError>}
      {!hasFailed && !isOffline && (
        <progress className="h-1 w-full accent-accent" aria-label={texts.sending(file.name)} value={part} max={1} />
      )}
    </li>
  );
};

interface FilesProps {
  task: OpenedTask;
  /** True if the task is read-only. */
  disabled: boolean;
}

/** The files of an open task. New ones are chosen, dropped on the page or pasted. */
export const Files = ({ task: { id, attachments }, disabled }: FilesProps) => {
  const client = useApolloClient();
  const titleId = useId();
  const input = useRef<HTMLInputElement>(null);
  const sending = useStore(uploads).filter(({ taskId }) => taskId === id);
  const attach = (files: readonly File[]): void => void attachFiles(client, id, files);
  const isOver = useFileDrop(attach, !disabled);

  // There is nothing to read or add, and no upload to watch or dismiss.
  if (disabled && attachments.length + sending.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={cx('grid gap-1 pb-5', attachments.length === 0 && 'print:hidden')}>
      <h3 id={titleId} className="text-sm">
        {texts.title}
      </h3>
      {/* Announces a file that has arrived. It has no box, because it may be empty. */}
      <div aria-live="polite" className="contents">
        {attachments.length > 0 && (
          <ul aria-label={texts.title}>
            {attachments.map((file) => (
              <FileRow key={file.id} file={file} disabled={disabled} />
            ))}
          </ul>
        )}
      </div>
      {sending.length > 0 && (
        <ul className="print:hidden">
          {sending.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {!disabled && (
        <div
          className={cx(
            'rounded-md border border-dashed print:hidden',
            isOver ? 'border-accent bg-accent-soft p-3' : 'border-transparent',
          )}
        >
          <input
            ref={input}
            type="file"
            multiple
            hidden
            onChange={({ target }) => {
              attach([...(target.files ?? [])]);
              // Reset, so that the same file can be chosen again.
              target.value = '';
            }}
          />
          <Button
            variant="ghost"
            size="sm"
            className="-ms-2"
            icon={<Paperclip />}
            onClick={() => input.current?.click()}
          >
            {isOver ? texts.dropHere : texts.attach}
          </Button>
        </div>
      )}
    </section>
  );
};
