import { useEffect, useId, useRef, useState } from 'react';
import { X } from 'lucide-react';
import type { TaskStatus } from '@contract/enums';
import { BULK_CREATE } from '@contract/limits';
import { errorText, toAppError } from '../../../sync/client/errors';
import { clearDraft, readDraft, writeDraft } from '../../../lib/drafts';
import { useIsShown } from '../../../lib/useIsShown';
import { newTaskTexts } from '../../../texts/newTask';
import { tasksTexts } from '../../../texts/tasks';
import { Button } from '../../../ui/Button';
import { IconButton } from '../../../ui/IconButton';
import { Select } from '../../../ui/Select';
import { FieldError } from '../../../ui/FieldError';
import { notify } from '../../../ui/notify';
import { inColumn, type NewTaskColumn } from '../model/newTaskPreset';
import { projectItems } from '../model/selectOptions';
import { useFilterPreset } from './filterPreset';
import { useLastProject } from './lastProject';
import { removeTokens, splitTaskLines, readLine, type Token } from './quickAdd';
import { emptyTask, pruneReadings, readForm, parseReadings } from './taskForm';
import { LineBox, QuickAddInput } from './QuickAddInput';
import { Tokens } from './Tokens';
import { lineErrorText, PartialFailureError, useCreateAll } from './useCreateAll';
import { useQuickAddData, useMissingData } from './useQuickAddData';

const { column: texts, many } = newTaskTexts;
const EMPTY = { text: '', readings: '{}', projectId: '' };

/** Keeps the end of a list visible until the new task is rendered there. */
const showEnd = (list: Element, before: number, frames = 60): void => {
  list.scrollTo({ top: list.scrollHeight });
  const left = list.scrollHeight > before ? Math.min(frames, 3) : frames;
  if (left > 0) requestAnimationFrame(() => showEnd(list, before, left - 1));
};

export interface QuickAddRowProps {
  name: string;
  status: TaskStatus;
  /** The project of the tasks; by default, the one where this person last changed something. */
  projectId: string | undefined;
  /** Set on a board with several columns per status. */
  column: NewTaskColumn | undefined;
  onClose: () => void;
}

/** Creates a task from one line at the end of a column: Enter adds it and continues with the next, Escape leaves. */
export const QuickAddRow = ({ name, status, projectId, column, onClose }: QuickAddRowProps) => {
  const draft = `new-line:${column?.id ?? status}:${projectId ?? ''}`;
  const [line, setLine] = useState(() => readDraft(draft, EMPTY));
  const [fault, setFault] = useState('');
  const [createAll] = useCreateAll();
  const faultId = useId();
  const isShown = useIsShown();
  const box = useRef<HTMLDivElement>(null);

  const { lastProjectId } = useLastProject();
  const quickAdd = useQuickAddData({ isProjectFixed: projectId !== undefined });
  const { projects } = quickAdd;
  const given = useFilterPreset();
  const among = (wanted: string | undefined) => projects?.find(({ id }) => id === wanted);
  const first = among(given.projectId) ?? among(lastProjectId) ?? (projects?.length === 1 ? projects[0] : undefined);
  const goesTo = (projectId ?? line.projectId) || (first?.id ?? '');
  const lineContext = { projectId: goesTo, readings: parseReadings(line.readings) };
  const known = quickAdd.known(lineContext);
  const lines = splitTaskLines(line.text);
  const isMany = lines.length > 1;
  // The server would refuse all tasks if there were more.
  const asked = lines.slice(0, BULK_CREATE.tasks);
  const read = readLine(isMany ? '' : line.text, known);
  const shownProject = read.tokens.find(({ kind }) => kind === 'project')?.value ?? goesTo;

  useMissingData({ quickAdd, texts: asked, known, projectIds: [goesTo, shownProject], wanted: true });

  useEffect(() => {
    box.current?.querySelector('textarea')?.focus();
  }, []);

  const write = (next: typeof EMPTY): void => {
    setLine(next);
    setFault('');
    if (next.text) writeDraft(draft, next);
    else clearDraft(draft);
  };
  const type = (text: string, readings: string): void => write({ ...line, text, readings });
  const takeBack = ({ raw }: Token): void =>
    type(line.text, pruneReadings({ ...lineContext.readings, [raw]: '' }, line.text));

  /** Refused lines are inserted before the text that was typed meanwhile. */
  const restore = (text: string, readings: string): void => {
    const insert = (now: typeof EMPTY): typeof EMPTY => {
      const whole = [text, now.text].filter(Boolean).join('\n');
      const all = { ...parseReadings(readings), ...parseReadings(now.readings) };
      const back = { ...now, text: whole, readings: pruneReadings(all, whole) };
      writeDraft(draft, back);
      return back;
    };
    if (isShown.current) return setLine(insert);
    const kept = readDraft(draft, EMPTY);
    insert(kept.text === line.text ? { ...kept, text: '' } : kept);
  };
  /** The line may have been closed meanwhile. */
  const showFault = (reason: string): void => {
    if (isShown.current) setFault(reason);
    else notify.error(reason);
  };

  const submit = async (): Promise<void> => {
    if (lines.length === 0) return;
    if (projects === null && goesTo === '') return setFault(tasksTexts.create.loadingProjects);
    // Cleared immediately, so that further typing is the next task of this project. The draft stays until the answer.
    setLine({ ...EMPTY, projectId: shownProject });
    setFault('');
    const list = box.current?.closest('[data-column-list]');
    const before = list?.scrollHeight ?? 0;
    await quickAdd.ready(asked, lineContext);
    const { tasks, faults } = readForm(
      { ...emptyTask, ...given, title: line.text, readings: line.readings, projectId: goesTo, status },
      quickAdd.now(lineContext),
    );
    const [wrong] = Object.values(faults);
    if (wrong) {
      restore(line.text, line.readings);
      return showFault(wrong);
    }
    try {
      await createAll(inColumn(tasks, column));
      if (readDraft(draft, EMPTY).text === line.text) clearDraft(draft);
      // Scrolls to the new task, which is the last of its column, above this line. A completed task is the first instead.
      if (list && status !== 'DONE') showEnd(list, before);
    } catch (error) {
      const some = error instanceof PartialFailureError ? error : null;
      const cause = some?.cause ?? error;
      const [message] = Object.values(toAppError(error).fields).flat();
      const reason = (some && lineErrorText(some)) ?? message ?? errorText(cause, tasksTexts.create.failed);
      restore(some ? some.left.flatMap((at) => lines[at] ?? []).join('\n') : line.text, line.readings);
      const done = some ? lines.length - some.left.length : 0;
      // An ended session has its own message.
      if (toAppError(cause).code !== 'UNAUTHENTICATED') showFault(done > 0 ? many.some(done, reason) : reason);
    }
  };

  const chooseProject = (next: string): void => {
    const gone = read.tokens.filter(({ kind }) => kind === 'project');
    const text = removeTokens(line.text, gone);
    write({ text, readings: pruneReadings(lineContext.readings, text), projectId: next });
  };

  return (
    <div ref={box} className="grid min-w-0 gap-1.5">
      <LineBox isInvalid={fault !== ''}>
        <QuickAddInput
          aria-label={texts.field(name)}
          aria-invalid={fault !== '' || undefined}
          aria-describedby={fault ? faultId : undefined}
          placeholder={texts.placeholder}
          className="max-h-60 w-full overflow-y-auto bg-transparent px-2.5 py-1.5 leading-5 outline-0 pointer-coarse:py-3 pointer-coarse:text-md"
          value={line.text}
          onValueChange={type}
          known={known}
          onSubmit={() => void submit()}
          onEscape={onClose}
        />
      </LineBox>
      {fault && <FieldError id={faultId}>{fault}</FieldError>}
      <div className="flex min-w-0 flex-wrap items-center gap-1">
        {projectId === undefined && (
          <Select
            look="filter"
            aria-label={tasksTexts.fields.project}
            className="btn-sm max-w-36 min-w-0"
            placeholder={projects ? tasksTexts.create.chooseProject : tasksTexts.create.loadingProjects}
            items={projectItems(projects)}
            value={shownProject}
            onValueChange={chooseProject}
          />
        )}
        <Tokens
          tokens={read.tokens.filter(({ kind }) => kind !== 'project' || projectId !== undefined)}
          onTakeBack={takeBack}
        />
        <span className="ms-auto flex items-center">
          {lines.length > 0 && (
            // A press must not take the focus from the line, which would close a phone's keyboard.
            <Button
              size="sm"
              variant="ghost"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void submit()}
            >
              {isMany ? many.submit(lines.length) : texts.add}
            </Button>
          )}
          <IconButton size="sm" label={texts.close} onClick={onClose}>
            <X />
          </IconButton>
        </span>
      </div>
    </div>
  );
};
