import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { TaskStatus } from '@contract/enums';
import { BULK_CREATE, LIMITS } from '@contract/limits';
import { CreateProjectDialog } from '../../projects/lazyDialogs';
import { DraftNote } from '../../projects/DraftNote';
import { errorText } from '../../../sync/client/errors';
import { showErrors } from '../../../sync/client/formErrors';
import { useDialogDraft } from '../../projects/useDialogDraft';
import { formatDue } from '../../../lib/dates/dueText';
import { clearDraft } from '../../../lib/drafts';
import { newTaskTexts } from '../../../texts/newTask';
import { tasksTexts } from '../../../texts/tasks';
import { Checkbox } from '../../../ui/Checkbox';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { notify } from '../../../ui/notify';
import { TextArea } from '../../../ui/TextArea';
import { inColumn, type NewTaskColumn, type NewTaskPreset } from '../model/newTaskPreset';
import { useFilterPreset } from './filterPreset';
import { useLastProject } from './lastProject';
import { NewTaskFields } from './NewTaskFields';
import { removeTokens, splitTaskLines, readLine, type TokenKind } from './quickAdd';
import {
  emptyTask,
  pruneReadings,
  findNonMember,
  readForm,
  parseReadings,
  resolverFor,
  applyLine,
  type CreateFields,
  type NewTaskFields as Fields,
} from './taskForm';
import { TitleField } from './TitleField';
import { lineErrorText, PartialFailureError, useCreateAll } from './useCreateAll';
import { useQuickAddData, useMissingData } from './useQuickAddData';

const { fields } = tasksTexts;

/** A draft belongs to the project page where it began. */
const draftKey = (projectId: string | undefined): string => (projectId ? `create-task:${projectId}` : 'create-task');

/** Fields that the next task keeps. */
const KEPT_FIELDS = ['projectId', 'assigneeId', 'status'] as const;
type KeptField = (typeof KEPT_FIELDS)[number];

const KIND_OF: Partial<Record<keyof CreateFields, TokenKind>> = {
  projectId: 'project',
  assigneeId: 'assignee',
  priority: 'priority',
  dueDate: 'due',
  tags: 'tag',
};

const toLineContext = ({ projectId, readings }: Fields) => ({ projectId, readings: parseReadings(readings) });

interface CreateTaskDialogProps extends NewTaskPreset {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The status of the new task; To Do by default. */
  status?: TaskStatus | undefined;
  onCreated?: (() => void) | undefined;
}

/**
 * The form for a new task, or for several from pasted lines. It opens with the draft, even after a reload, unless that
 * was canceled.
 */
export const CreateTaskDialog = (props: CreateTaskDialogProps) => {
  const { open, status, day, projectId, assigneeId, onCreated } = props;
  const [chosenColumn, setChosenColumn] = useState<NewTaskColumn>();
  const column = chosenColumn ?? props.column;
  const onOpenChange = (next: boolean): void => {
    // Next time, the column from which it is opened takes precedence.
    setChosenColumn(undefined);
    props.onOpenChange(next);
  };
  const [createAll, loading] = useCreateAll();
  const [creatingProject, setCreatingProject] = useState(false);
  const [isMore, setMore] = useState(false);
  const quickAdd = useQuickAddData();
  const form = useForm<Fields>({
    resolver: resolverFor((values) => quickAdd.now(toLineContext(values))),
    defaultValues: emptyTask,
  });
  const { control, register } = form;
  const { errors } = form.formState;
  const values = { ...emptyTask, ...useWatch({ control }) } as Fields;
  const lineContext = toLineContext(values);

  const lines = splitTaskLines(values.title);
  const isMany = lines.length > 1;
  const known = quickAdd.known(lineContext);
  const line = readLine(isMany ? '' : values.title, known);
  const shown = applyLine(values, line, known);
  const { projects, projectsError } = quickAdd;

  // The server would refuse all tasks if there were more.
  const texts = isMany ? lines.slice(0, BULK_CREATE.tasks) : [values.title];
  useMissingData({ quickAdd, texts, known, projectIds: [shown.projectId], wanted: open });

  const draft = useDialogDraft(form, { key: draftKey(projectId), empty: emptyTask, open, preset: KEPT_FIELDS });
  const { lastProjectId, isKnown: isLastKnown } = useLastProject();
  const among = (id: string | undefined): string | undefined => projects?.find((each) => each.id === id)?.id;
  const given = useFilterPreset();
  const preset =
    projectId ??
    among(given.projectId) ??
    among(lastProjectId) ??
    (projects?.length === 1 ? projects[0]?.id : undefined);
  useEffect(() => {
    if (!open) return;
    const chosen = form.getValues('projectId');
    // A stored project may have been deleted.
    const isGone = projects !== null && chosen !== '' && !projects.some(({ id }) => id === chosen);
    if (chosen && !isGone) return;
    form.setValue('projectId', preset ?? '');
    // The form was submitted before the projects had loaded; the missing value exists now.
    if (preset) form.clearErrors('projectId');
  }, [open, preset, projects, form]);
  const { isRestored } = draft;
  const kept: Pick<Fields, KeptField> = {
    projectId: preset ?? '',
    assigneeId: assigneeId ?? given.assigneeId,
    status: status ?? 'TODO',
  };
  const setAll = (next: Pick<Fields, KeptField>): void => {
    for (const name of KEPT_FIELDS) form.setValue(name, next[name]);
    form.setValue('priority', given.priority);
    form.setValue('tags', given.tags);
  };
  const beginAnew = (next: Pick<Fields, KeptField>): void => {
    draft.discard();
    setAll(next);
  };
  const begin = useEffectEvent((preset: TaskStatus | undefined): void => {
    // The choices of a draft belong to its text.
    if (!isRestored) setAll(kept);
    // The column and the person from the page always take precedence.
    if (preset) form.setValue('status', preset);
    if (assigneeId !== undefined) form.setValue('assigneeId', assigneeId);
  });
  useEffect(() => {
    if (open) begin(status);
  }, [open, status]);
  /** Values that were not typed do not make a draft. */
  const removePreset = useEffectEvent((dueDate: string): void => {
    const alone: Fields = { ...emptyTask, ...given, dueDate };
    const left = form.getValues();
    const names = Object.keys(alone) as (keyof Fields)[];
    if (!names.every((name) => KEPT_FIELDS.includes(name as KeptField) || left[name] === alone[name])) return;
    for (const name of ['dueDate', 'priority', 'tags'] as const) form.setValue(name, emptyTask[name]);
    clearDraft(draftKey(projectId));
  });
  useEffect(() => {
    if (!open) return undefined;
    const dueDate = day === undefined ? '' : formatDue(day);
    if (dueDate) form.setValue('dueDate', dueDate);
    return () => removePreset(dueDate);
  }, [open, day, form]);

  const giveUp = (): void => beginAnew(kept);
  const discard = (): void => {
    // The library moves the focus in a timer. The note with the focused button must stay until then: if it is removed
    // before, the dialog takes the focus, a frame later.
    form.setFocus('title');
    setTimeout(giveUp);
  };
  /** Cancel discards the draft; Escape and Back keep it. */
  const cancel = (): void => {
    giveUp();
    onOpenChange(false);
  };

  const setLine = (title: string, readings: string): void => {
    form.setValue('readings', readings);
    form.setValue('title', title);
    // The new value may be the missing one.
    if (form.formState.isSubmitted) void form.trigger();
  };
  /** A field that was chosen explicitly takes precedence over the line. */
  const onChosen = (name: keyof CreateFields): void => {
    // Changing one field can fix the error of another: each project has its own people.
    if (form.formState.isSubmitted) void form.trigger();
    const gone = line.tokens.filter(({ kind }) => kind === KIND_OF[name]);
    if (gone.length === 0) return;
    const title = removeTokens(values.title, gone);
    setLine(title, pruneReadings(lineContext.readings, title));
  };

  const showFailure = (error: unknown): void => {
    const isOpen = draft.isShown.current;
    if (!(error instanceof PartialFailureError)) return showErrors(form, error, tasksTexts.create.failed, isOpen);
    const { left, cause } = error;
    const reason = lineErrorText(error) ?? errorText(cause, tasksTexts.create.failed);
    const done = lines.length - left.length;
    // Removes created tasks, so that they are not created again.
    if (done > 0 && form.getValues('title') === values.title) {
      const title = left.flatMap((at) => lines[at] ?? []).join('\n');
      setLine(title, pruneReadings(lineContext.readings, title));
    }
    const message = done > 0 ? newTaskTexts.many.some(done, reason) : reason;
    if (isOpen) form.setError('title', { type: 'server', message }, { shouldFocus: true });
    else notify.error(message);
  };

  const create = async (typed: Fields): Promise<void> => {
    const { tasks } = readForm(typed, quickAdd.now(toLineContext(typed)));
    const sent = form.getValues();
    try {
      await createAll(inColumn(tasks, column));
    } catch (error) {
      return showFailure(error);
    }
    const [first] = tasks;
    if (!draft.settle(sent)) return onCreated?.();
    if (isMore && first) {
      beginAnew({ projectId: first.projectId, assigneeId: first.assigneeId ?? '', status: first.status });
      form.setFocus('title');
    } else cancel();
    return onCreated?.();
  };
  const send = form.handleSubmit(create, ({ projectId: _projectId, ...others }) => {
    // Only a project is missing, and there is none to choose.
    if (projects?.length === 0 && Object.keys(others).length === 0) setCreatingProject(true);
  });

  // If the form is submitted before the projects have loaded, it waits for the default project: the last used one, or
  // the only one.
  const isWaiting =
    (projects === null && projectsError === undefined) || (preset === undefined && projects !== null && !isLastKnown);
  const isHeld = useRef(false);
  const [isReading, setReading] = useState(false);
  const isSending = useRef(false);
  const submit = async (): Promise<void> => {
    if (isWaiting && (shown.projectId === '' || values.title.includes('#'))) {
      isHeld.current = true;
      return;
    }
    if (isSending.current) return;
    isSending.current = true;
    setReading(true);
    await quickAdd.ready(texts, lineContext);
    setReading(false);
    await send().finally(() => {
      isSending.current = false;
    });
  };
  const sendHeld = useEffectEvent(() => void submit());
  useEffect(() => {
    if (open && isWaiting) return;
    if (open && isHeld.current) sendHeld();
    isHeld.current = false;
  }, [isWaiting, open]);

  const due = shown.dueDate === values.dueDate ? values.dueDate : formatDue(shown.dueDate ?? '');
  const task = (
    <Dialog
      open={open && !creatingProject}
      onOpenChange={onOpenChange}
      size="lg"
      title={tasksTexts.create.title}
      note={draft.isRestored && <DraftNote onDiscard={discard} />}
      form={{
        onSubmit: submit,
        submitLabel: isMany ? newTaskTexts.many.submit(lines.length) : tasksTexts.create.submit,
        pending: loading || isReading,
        onCancel: cancel,
        aside: (
          <label className="me-auto flex min-h-8 items-center gap-2 text-ink-2 pointer-coarse:min-h-11">
            <Checkbox checked={isMore} onChange={({ target }) => setMore(target.checked)} />
            {newTaskTexts.createMore}
          </label>
        ),
      }}
    >
      <TitleField
        control={control}
        error={errors.title?.message}
        lines={lines}
        line={line}
        known={known}
        onValueChange={setLine}
        onSubmit={() => void submit()}
      />
      <Field
        label={fields.description}
        optional
        error={errors.description?.message}
        counter={{ length: values.description.length, max: LIMITS.taskDescriptionMax }}
      >
        <TextArea {...register('description')} rows={2} className="min-h-16" />
      </Field>
      <NewTaskFields
        control={control}
        errors={errors}
        shown={{ ...shown, dueDate: due }}
        projects={projects}
        members={quickAdd.members(shown.projectId)}
        outsider={findNonMember(shown, known)}
        isFailed={quickAdd.isFailed(shown.projectId)}
        column={column}
        onColumn={setChosenColumn}
        onChosen={onChosen}
        onNewProject={() => setCreatingProject(true)}
      />
    </Dialog>
  );
  // The typed text is kept, and the form returns with the new project.
  return (
    <>
      {task}
      <CreateProjectDialog open={open && creatingProject} onOpenChange={setCreatingProject} />
    </>
  );
};
