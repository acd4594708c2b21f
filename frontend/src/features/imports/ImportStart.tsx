import { useEffect, useId, useRef, useState } from 'react';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { Upload } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { ImportSource } from '@contract/enums';
import { IMPORTS } from '@contract/limits';
import { cx } from '../../lib/cx';
import { useFileDrop } from '../../lib/useFileDrop';
import { newId } from '../../sync/client/mutationId';
import { errorText } from '../../sync/client/errors';
import { bytes } from '../../texts/bytes';
import { percent } from '../../texts/format';
import { importsTexts as texts } from '../../texts/imports';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { FieldError } from '../../ui/FieldError';
import { RadioRow } from '../../ui/RadioRow';
import { sendWithToken } from '../account/session/sendWithToken';
import { ImportsDocument, StartImportDocument } from './Imports.generated';

/** In the order of the form. */
const SOURCES = [
  'TRELLO',
  'PLANKA',
  'VIKUNJA',
  'TODOIST',
  'JIRA',
  'LINEAR',
  'ASANA',
  'CAIRN',
  'CSV',
] as const satisfies ImportSource[];
const MAX = bytes(IMPORTS.fileBytes);

const ACCEPTED: Partial<Record<ImportSource, string>> = {
  TRELLO: '.json,application/json',
  PLANKA: '.json,application/json',
  VIKUNJA: '.zip,application/zip',
  CAIRN: '.zip,application/zip',
};

/** Boards and projects have a name. Tables are named after their files. */
const isBoard = (source: ImportSource): boolean => source === 'TRELLO' || source === 'PLANKA' || source === 'CAIRN';

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** The first step: chooses the program and the file, which is uploaded and checked immediately. */
export const ImportStart = () => {
  const [source, setSource] = useState<ImportSource>('TRELLO');
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null);
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController>(null);
  const errorId = useId();
  const navigate = useNavigate();
  const client = useApolloClient();
  const [start] = useMutation(StartImportDocument);
  useEffect(() => () => abort.current?.abort(), []);

  const send = async (file: File): Promise<void> => {
    if (abort.current) return;
    setError('');
    if (file.size > IMPORTS.fileBytes) return setError(texts.tooLarge(MAX));
    const controller = new AbortController();
    abort.current = controller;
    setSending({ name: file.name, part: 0 });
    try {
      const id = newId();
      await start({ variables: { input: { mutationId: newId(), id, source, dryRun: true } } });
      controller.signal.throwIfAborted();
      await sendWithToken({
        method: 'PUT',
        address: `/api/imports/${id}/file`,
        body: file,
        status: 202,
        onProgress: (loaded) => setSending({ name: file.name, part: loaded / Math.max(1, file.size) }),
        signal: controller.signal,
      });
      void client.refetchQueries({ include: [ImportsDocument] });
      const name = file.name.replace(/\.\w+$/, '');
      void navigate(`/import/${id}`, isBoard(source) ? {} : { state: { name } });
    } catch (failure) {
      if (!isAbort(failure)) setError(errorText(failure, texts.sendFailed));
    } finally {
      abort.current = null;
      setSending(null);
    }
    return undefined;
  };
  const isOver = useFileDrop(([file]) => void send(file), sending === null);

  return (
    <section className="grid gap-5">
      <Field label={texts.source} group hint={texts.hints[source]}>
        <RadioRow
          value={source}
          onValueChange={setSource}
          choices={SOURCES.map((value) => ({ value, label: texts.sources[value] }))}
          className="grid grid-cols-2 gap-1.5 md:grid-cols-3 md:gap-2"
          choiceClassName="choice"
        />
      </Field>
      <div
        className={cx(
          'grid justify-items-center gap-3 rounded-md border border-dashed border-line-control px-4 py-8 text-center',
          isOver && 'border-accent bg-accent-soft',
        )}
      >
        {sending ? (
          <>
            <p role="status" className="max-w-full wrap-anywhere">
              {texts.sending(sending.name, percent(sending.part))}
            </p>
            <progress
              className="h-1 w-full max-w-80 accent-accent"
              aria-label={texts.sending(sending.name, '')}
              value={sending.part}
              max={1}
            />
            <Button onClick={() => abort.current?.abort()}>{texts.cancel}</Button>
          </>
        ) : (
          <>
            <Button
              variant="primary"
              icon={<Upload />}
              aria-describedby={error ? errorId : undefined}
              onClick={() => input.current?.click()}
            >
              {texts.choose}
            </Button>
            <p className="text-ink-3">{isOver ? texts.dropNow : texts.drop}</p>
            <p className="text-xs text-ink-3">{texts.limit(MAX)}</p>
          </>
        )}
        {error && <FieldError id={errorId}>{error}</FieldError>}
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED[source] ?? '.csv,.tsv,.txt,text/csv'}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) void send(file);
          }}
        />
      </div>
    </section>
  );
};
