import { useMutation } from '@apollo/client/react';
import { Bell, BellOff } from 'lucide-react';
import { succeeds } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { useCurrentUser } from '../../account/session/SessionContext';
import { tasksTexts } from '../../../texts/tasks';
import { Avatar } from '../../../ui/Avatar';
import { inlineFieldClass } from '../../../ui/inlineFieldClass';
import type { OpenedTask } from './Property';
import { Property } from './Property';
import { UnwatchTaskDocument, WatchTaskDocument } from './WatchTask.generated';

const { watch: texts } = tasksTexts;
const MAX_SHOWN = 4;

/** The watchers of an open task. A press watches or mutes it. */
export const WatchProperty = ({ task: { id, watchers } }: { task: OpenedTask }) => {
  const me = useCurrentUser();
  const [watch, watching] = useMutation(WatchTaskDocument);
  const [unwatch, unwatching] = useMutation(UnwatchTaskDocument);
  const isWatching = watchers.some((person) => person.id === me.id);
  const others = watchers.length - MAX_SHOWN;
  const pending = watching.loading || unwatching.loading;
  const toggle = (): void => {
    // A second press before the answer would send the same again.
    if (pending) return;
    const variables = { input: { taskId: id, mutationId: newId() } };
    void succeeds(isWatching ? unwatch({ variables }) : watch({ variables }), texts.failed);
  };
  return (
    <Property label={texts.label} isRead pending={pending}>
      <button
        type="button"
        title={isWatching ? texts.unwatchHint : texts.watchHint}
        className={inlineFieldClass}
        onClick={toggle}
      >
        {isWatching ? <Bell className="mx-0.5 text-ink-2" /> : <BellOff className="mx-0.5 text-ink-3" />}
        <span className={isWatching ? 'truncate' : 'truncate text-ink-3'}>
          {isWatching ? texts.watching : texts.notWatching}
        </span>
        <span className="ms-auto flex flex-none items-center" title={watchers.map(({ name }) => name).join(', ')}>
          {watchers.slice(0, MAX_SHOWN).map((person) => (
            <Avatar
              key={person.id}
              user={person}
              size={20}
              decorative
              className="-ms-0.5 ring-2 ring-sheet first:ms-0"
            />
          ))}
          {others > 0 && <span className="ps-1 text-xs text-ink-3">{texts.more(others)}</span>}
        </span>
      </button>
    </Property>
  );
};
