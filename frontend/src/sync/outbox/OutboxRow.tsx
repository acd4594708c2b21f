import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { CircleAlert, CloudOff, RefreshCw } from 'lucide-react';
import { clearDraft, saveTextDraft, readTextDraft } from '../../lib/drafts';
import { formatMoment } from '../../lib/dates/format';
import { projectsTexts } from '../../texts/projects';
import { outboxTexts as texts } from '../../texts/outbox';
import { describeQueued } from '../../texts/writes';
import { Button } from '../../ui/Button';
import { copyText } from '../../ui/copyText';
import { Field } from '../../ui/Field';
import { TextArea } from '../../ui/TextArea';
import { TextConflict } from '../../ui/TextConflict';
import { describeConflict } from './describeConflict';
import { currentOutbox } from './outbox';
import type { QueuedWrite } from './queue';

interface OutboxRowProps {
  write: QueuedWrite;
  now: Date;
  /** This tab is sending it. */
  isSending: boolean;
  /** An earlier write that it depends on was refused. */
  isBlocked: boolean;
  onDiscard: () => void;
  onTryAgain: (input?: Record<string, unknown>) => void;
}

/** A refused write, whose text can be edited. The edit is kept while the dialog is closed. */
const Refused = ({ write, onTryAgain }: Pick<OutboxRowProps, 'write' | 'onTryAgain'>) => {
  const { input } = write.variables;
  const name = currentOutbox()?.findWrite(write.operation)?.queue.editable?.(input);
  const before = name === undefined ? undefined : input[name];
  const sent = typeof before === 'string' ? before : '';
  const draft = `outbox:${write.id}`;
  const [text, setText] = useState(() => readTextDraft(draft) || sent);
  const type = (next: string): void => {
    setText(next);
    saveTextDraft(draft, next === sent ? '' : next);
  };
  const send = (): void => {
    clearDraft(draft);
    onTryAgain(name === undefined ? {} : { [name]: text });
  };
  const tryAgain = (
    <Button size="md" onClick={send}>
      {texts.tryAgain}
    </Button>
  );
  if (name === undefined) return tryAgain;
  return (
    <div className="grid w-full gap-2">
      <Field label={texts.edit}>
        <TextArea value={text} rows={2} onChange={({ target }) => type(target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        {tryAgain}
        <Button size="md" variant="ghost" onClick={() => void copyText(text, texts)}>
          {texts.copy}
        </Button>
      </div>
    </div>
  );
};

export const OutboxRow = ({ write, now, isSending, isBlocked, onDiscard, onTryAgain }: OutboxRowProps) => {
  const { cache } = useApolloClient();
  const { state, refusal, title, variables, at } = write;
  const what = describeQueued(write.operation, variables.input, title);
  const isRefused = state === 'refused';
  const conflict = describeConflict(cache, write);
  const Icon = isRefused ? CircleAlert : isSending ? RefreshCw : CloudOff;
  const progress = isSending
    ? texts.states.sending
    : isBlocked
      ? texts.states.blocked
      : state === 'sent'
        ? texts.states.sent
        : texts.states.waiting;

  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-2.5 gap-y-2 border-t border-line py-2.5">
      <Icon aria-hidden="true" className={isRefused ? 'mt-0.5 text-danger-ink' : 'mt-0.5 text-ink-3'} />
      <div className="min-w-0">
        <p dir="auto" className="line-clamp-3 wrap-anywhere whitespace-pre-line">
          {what}
        </p>
        <p className={isRefused ? 'text-xs text-danger-ink' : 'text-xs text-ink-3'}>
          {isRefused ? refusal?.message : `${progress} · ${formatMoment(new Date(at).toISOString(), now)}`}
        </p>
      </div>
      {!conflict && (
        <Button
          size="sm"
          variant="ghost"
          disabled={isSending}
          aria-label={texts.discardNamed(what)}
          onClick={onDiscard}
        >
          {texts.discard}
        </Button>
      )}
      {isRefused && (
        <div className="col-span-2 col-start-2">
          {conflict ? (
            <TextConflict
              label={texts.conflict}
              title={texts.conflict}
              mine={conflict.mine}
              theirs={conflict.theirs}
              who={projectsTexts.conflict.theirs}
              when={null}
              onKeepMine={() => onTryAgain({ version: conflict.version })}
              onTakeTheirs={onDiscard}
            />
          ) : (
            <Refused write={write} onTryAgain={onTryAgain} />
          )}
        </div>
      )}
    </li>
  );
};
