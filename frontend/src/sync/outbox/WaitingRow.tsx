import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { CircleAlert, CloudOff, RefreshCw } from 'lucide-react';
import { formatMoment } from '../../lib/dates/format';
import { TextConflict } from '../../features/tasks/fields/TextConflict';
import { projectsTexts } from '../../texts/projects';
import { waitingTexts as texts } from '../../texts/waiting';
import { Button } from '../../ui/Button';
import { copyText } from '../../ui/copyText';
import { Field } from '../../ui/Field';
import { TextArea } from '../../ui/TextArea';
import { conflictOf } from './conflictOf';
import { operationOf } from './operations';
import type { Write } from './queue';

interface WaitingRowProps {
  write: Write;
  now: Date;
  /** It is on its way from this tab. */
  isSending: boolean;
  /** It waits with another that was not taken. */
  isHeld: boolean;
  onTakeBack: () => void;
  onTryAgain: (input?: Record<string, unknown>) => void;
}

/** A write that the server has not taken: why, and its text in other words. */
const Refused = ({ write, onTryAgain }: Pick<WaitingRowProps, 'write' | 'onTryAgain'>) => {
  const { input } = write.variables;
  const name = operationOf(write.operation)?.text?.(input);
  const before = name === undefined ? undefined : input[name];
  const [text, setText] = useState(typeof before === 'string' ? before : '');
  const tryAgain = (
    <Button size="md" onClick={() => onTryAgain(name === undefined ? {} : { [name]: text })}>
      {texts.tryAgain}
    </Button>
  );
  if (name === undefined) return tryAgain;
  return (
    <div className="grid w-full gap-2">
      <Field label={texts.edit}>
        <TextArea value={text} rows={2} onChange={({ target }) => setText(target.value)} />
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

/** One write that waits: what it does, since when, how far it is, and what can be done about it. */
export const WaitingRow = ({ write, now, isSending, isHeld, onTakeBack, onTryAgain }: WaitingRowProps) => {
  const { cache } = useApolloClient();
  const { state, refusal, title, variables, at } = write;
  const what = operationOf(write.operation)?.words(variables.input, title) ?? texts.unknown;
  const isRefused = state === 'refused';
  const conflict = conflictOf(cache, write);
  const Icon = isRefused ? CircleAlert : isSending ? RefreshCw : CloudOff;
  const progress = isSending
    ? texts.states.sending
    : isHeld
      ? texts.states.held
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
          aria-label={texts.takeBackNamed(what)}
          onClick={onTakeBack}
        >
          {texts.takeBack}
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
              onTakeTheirs={onTakeBack}
            />
          ) : (
            <Refused write={write} onTryAgain={onTryAgain} />
          )}
        </div>
      )}
    </li>
  );
};
