import { useRef, useState, type ReactElement } from 'react';
import { Combobox } from '@base-ui/react/combobox';
import { matchesText } from '@contract/fold';
import { errorText } from '../../../sync/client/errors';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { useDebounced } from '../../../lib/useDebounced';
import { familyTexts as texts } from '../../../texts/family';
import { Popover } from '../../../ui/Popover';
import { Spinner } from '../../../ui/Spinner';
import { StatusIcon } from '../../../ui/StatusIcon';
import type { RelatedTaskFragment } from '../model/RelationFields.generated';
import { FindTasksDocument } from './Subtasks.generated';

const DEBOUNCE_MS = 150;

interface TaskListProps {
  projectId: string;
  /** Tasks that cannot be chosen. */
  except: readonly string[];
  onPick: (task: RelatedTaskFragment) => void;
}

/** The tasks of a project that match the typed text; recently changed ones until text is typed. */
const TaskList = ({ projectId, except, onPick }: TaskListProps) => {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), DEBOUNCE_MS);
  const { data, previousData, error, loading } = usePageQuery(FindTasksDocument, {
    variables: { filter: { projectId, ...(search && { search }) } },
  });
  const found = (data ?? previousData)?.tasks.nodes;
  const isAnswered = data !== undefined && search === text.trim();
  // Until the answer for this text is there, Enter must not choose a task that does not match it.
  const tasks = (found ?? []).filter(
    ({ id, key, title }) => !except.includes(id) && (isAnswered || matchesText(`${key ?? ''} ${title}`, text)),
  );
  return (
    <Combobox.Root
      inline
      open
      autoHighlight
      items={tasks}
      value={null}
      itemToStringLabel={(task: RelatedTaskFragment) => task.title}
      // The server has searched.
      filter={null}
      inputValue={text}
      onInputValueChange={(next: string) => setText(next)}
    >
      <div className="flex-none border-b border-line p-1">
        <Combobox.Input
          dir="auto"
          className="h-7 w-full bg-transparent px-2 outline-none max-md:h-11 pointer-coarse:text-md"
          placeholder={texts.search}
          aria-label={texts.search}
          autoComplete="off"
          enterKeyHint="done"
        />
      </div>
      {error && !loading ? (
        <p className="px-3 py-2 text-ink-3">{errorText(error, texts.searchFailed)}</p>
      ) : found && (isAnswered || tasks.length > 0) ? (
        <>
          <Combobox.Empty className="px-3 py-2 text-ink-3 empty:hidden">{texts.noTasks}</Combobox.Empty>
          <Combobox.List
            className="menu max-h-72 min-w-0 overflow-auto overscroll-contain data-empty:hidden"
            aria-label={texts.search}
          >
            {(task: RelatedTaskFragment) => (
              <Combobox.Item key={task.id} value={task} className="menu-row" onClick={() => onPick(task)}>
                <StatusIcon status={task.status} />
                {task.key !== null && <span className="flex-none text-xs text-ink-3 tabular-nums">{task.key}</span>}
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {task.title}
                </span>
              </Combobox.Item>
            )}
          </Combobox.List>
        </>
      ) : (
        <p className="flex min-h-11 items-center px-3 py-2 text-ink-3">
          <Spinner />
        </p>
      )}
    </Combobox.Root>
  );
};

interface TaskSearchProps extends TaskListProps {
  /** Names the popover. */
  label: string;
  /** The button that opens it. */
  trigger: ReactElement;
}

/** A button that opens a search for a task of the project. */
export const TaskSearch = ({ label, trigger, onPick, ...list }: TaskSearchProps) => {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      isTall
      initialFocus={() => box.current?.querySelector('input') ?? null}
      className="w-80"
      trigger={trigger}
    >
      <div ref={box} className="flex flex-col">
        <TaskList
          {...list}
          onPick={(task) => {
            setOpen(false);
            onPick(task);
          }}
        />
      </div>
    </Popover>
  );
};
