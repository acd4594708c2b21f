import { useId, useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { fitText } from '@contract/graphemes';
import { LIMITS } from '@contract/limits';
import { type CopiedParts, DEFAULT_PARTS } from '@contract/projects';
import { errorText, toAppError } from '../../sync/client/errors';
import { undoButton } from '../../sync/client/undoableActions';
import { projectsTexts } from '../../texts/projects';
import { Checkbox } from '../../ui/Checkbox';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { notify } from '../../ui/notify';
import { TextInput } from '../../ui/TextInput';
import { useFocusRefused } from '../../ui/useFocusRefused';
import { DuplicateProjectDocument } from './DuplicateProject.generated';
import { FirstDayField, readFirstDay } from './FirstDayField';
import { useIsShown } from '../../lib/useIsShown';
import { addProject } from './projectCache';
import { useRetryableSend } from '../../sync/writes/useRetryableSend';

const { duplicate: texts } = projectsTexts;

type Part = keyof CopiedParts;
/** The parts of tasks are listed below them. */
const PARTS: readonly Part[] = ['tasks', 'checklists', 'files', 'comments', 'members', 'views'];
const TASK_PARTS: ReadonlySet<Part> = new Set<Part>(['checklists', 'files', 'comments']);
/** The server may need up to 30 seconds for a large project. */
const TIMEOUT_MS = 35_000;

export interface DuplicateProjectDialogProps {
  project: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The copy is there. */
  onDone: (id: string) => void;
}

/** Asks for the parts of a project to copy, and copies it. */
export const DuplicateProjectDialog = ({ project, open, onOpenChange, onDone }: DuplicateProjectDialogProps) => {
  const [name, setName] = useState(() =>
    texts.nameOf(fitText(project.name, LIMITS.projectNameMax - texts.nameOf('').length)),
  );
  const [parts, setParts] = useState<CopiedParts>(DEFAULT_PARTS);
  const [day, setDay] = useState('');
  const [faults, setFaults] = useState<Readonly<Record<string, readonly string[] | undefined>>>({});
  const [duplicate, { loading }] = useMutation(DuplicateProjectDocument, { context: { patienceMs: TIMEOUT_MS } });
  const attempt = useRetryableSend();
  const isShown = useIsShown(open);
  const partsId = useId();
  const form = useFocusRefused<HTMLDivElement>(faults);

  const submit = async (): Promise<void> => {
    const datesFrom = readFirstDay(day);
    if (datesFrom === undefined) return setFaults({ datesFrom: [texts.notADay] });
    const chosen = Object.fromEntries(PARTS.map((part) => [part, isOn(part)]));
    const fields = { projectId: project.id, name, with: chosen, datesFrom };
    let names: { id: string; mutationId: string };
    try {
      names = await attempt(fields, async (ids) => {
        await duplicate({
          variables: { input: { ...fields, ...ids } },
          update: (cache, { data }) => {
            if (data) addProject(cache, data.duplicateProject.project);
          },
        });
        return ids;
      });
    } catch (error) {
      const { fields: refused } = toAppError(error);
      setFaults(refused);
      const [fault] = refused['name'] ?? refused['datesFrom'] ?? [];
      if (fault === undefined || !isShown.current) notify.error(fault ?? errorText(error, texts.failed));
      return;
    }
    notify.success(texts.done, undoButton(names.mutationId));
    // The person may have closed the dialog and opened another page.
    if (!isShown.current) return;
    onOpenChange(false);
    onDone(names.id);
  };

  const isOn = (part: Part): boolean => Boolean(parts[part]) && (Boolean(parts.tasks) || !TASK_PARTS.has(part));

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      form={{ onSubmit: submit, submitLabel: texts.submit, pending: loading }}
    >
      <div ref={form} className="contents">
        <Field label={projectsTexts.fields.name} error={faults['name']?.[0]}>
          <TextInput value={name} autoComplete="off" onChange={({ target }) => setName(target.value)} />
        </Field>
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-sm text-ink-2">{texts.what}</legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {PARTS.map((part) => (
              <label
                key={part}
                htmlFor={`${partsId}${part}`}
                className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11"
              >
                <Checkbox
                  id={`${partsId}${part}`}
                  checked={isOn(part)}
                  disabled={TASK_PARTS.has(part) && !parts.tasks}
                  onChange={({ target }) => setParts({ ...parts, [part]: target.checked })}
                />
                {texts.parts[part]}
              </label>
            ))}
          </div>
          <p className="text-xs text-ink-3">{texts.reset}</p>
        </fieldset>
        <FirstDayField value={day} onValueChange={setDay} error={faults['datesFrom']?.[0]} />
      </div>
    </Dialog>
  );
};
