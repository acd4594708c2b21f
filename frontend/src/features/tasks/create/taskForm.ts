import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, Resolver } from 'react-hook-form';
import * as v from 'valibot';
import { TASK_PRIORITIES, TASK_STATUSES } from '@contract/enums';
import { BULK_CREATE } from '@contract/limits';
import type { Repeat } from '@contract/repeat';
import { createTaskFormSchema } from '@contract/tasks';
import { issueText } from '../../../lib/issueText';
import { isDueDay } from '../../../lib/dates/due';
import { toLocalDue } from '../../../lib/dates/dueWords';
import { userTimeZone } from '../../../lib/dates/userTimeZone';
import { fullName } from '../../../lib/text';
import { newTaskTexts } from '../../../texts/newTask';
import { splitTaskLines, readLine, tagsIn, tokenValue, type QuickAddContext, type QuickLine } from './quickAdd';
import { repeatOf } from './repeatWords';

const texts = { title: v.string(), description: v.string(), tags: v.string(), assigneeId: v.string() };
/** Converts the typed date to the contract's format; reports text that can't be parsed. */
const dueText = v.pipe(
  v.string(),
  v.transform((text) => toLocalDue(text)),
);
const choices = { priority: v.picklist(['', ...TASK_PRIORITIES]), status: v.picklist(TASK_STATUSES) };

/** The form of a new task: its values, and the contract's output. */
export const createFormSchema = v.pipe(
  v.object({ ...texts, ...choices, dueDate: dueText, projectId: v.string() }),
  v.transform((fields): v.InferInput<typeof createTaskFormSchema> => fields),
  createTaskFormSchema,
  v.transform(({ dueDate, ...fields }) => ({
    ...fields,
    ...(dueDate !== null && isDueDay(dueDate) ? { dueDay: dueDate } : { dueDate }),
  })),
);
export type CreateFields = v.InferInput<typeof createFormSchema>;
export type NewTaskInput = v.InferOutput<typeof createFormSchema> & { repeat?: Repeat };

/** The form's draft: the line as typed, and the choices for its words. */
export type NewTaskFields = CreateFields & {
  /** Choices for words in the line: their meaning, or '' if they are text. */
  readings: string;
};

export const emptyTask: NewTaskFields = {
  title: '',
  readings: '{}',
  description: '',
  projectId: '',
  assigneeId: '',
  status: 'TODO',
  priority: 'MEDIUM',
  dueDate: '',
  tags: '',
};

/** Parses the choices for words in the line. They come from a draft, so they may be anything. */
export const parseReadings = (text: string): Readonly<Record<string, string>> => {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
};

/** Keeps only the choices for words that are still in the line. */
export const pruneReadings = (readings: Readonly<Record<string, string>>, line: string): string =>
  JSON.stringify(Object.fromEntries(Object.entries(readings).filter(([raw]) => line.includes(raw))));

/** Returns the fields, overridden by the values of the line. An assignee who is no member of the project is removed. */
export const applyLine = (
  { readings: _readings, ...fields }: NewTaskFields,
  line: QuickLine,
  known: QuickAddContext,
): CreateFields => {
  const projectId = tokenValue(line, 'project') ?? fields.projectId;
  const people = projectId === '' ? [] : known.membersOf(projectId);
  const isOut = people !== null && !people.some(({ id }) => id === fields.assigneeId);
  return {
    ...fields,
    title: line.title,
    projectId,
    assigneeId: tokenValue(line, 'assignee') ?? (isOut ? '' : fields.assigneeId),
    priority: (tokenValue(line, 'priority') as CreateFields['priority'] | undefined) ?? fields.priority,
    dueDate: tokenValue(line, 'due') ?? fields.dueDate,
    tags: [fields.tags, ...tagsIn(line)].filter((tag) => tag.trim() !== '').join(', '),
  };
};

/** Returns the assignee in the fields unless they are a member of the project; null without an assignee or project. */
export const findNonMember = ({ projectId, assigneeId }: CreateFields, known: QuickAddContext): string | null => {
  const members = projectId === '' ? null : known.membersOf(projectId);
  if (!assigneeId || members === null || members.some(({ id }) => id === assigneeId)) return null;
  const person = known.everyone?.find(({ id }) => id === assigneeId);
  return person ? fullName(person) : null;
};

/** Converts the token of a repetition to a rule in this time zone, without an end. */
const toRepeat = (value: string): Repeat => ({
  ...repeatOf(value),
  timeZone: userTimeZone() ?? 'UTC',
  until: null,
  count: null,
});

type TaskErrors = Partial<Record<keyof CreateFields, string>>;

/** Returns the tasks that the form describes, one per line of its title, and their errors. */
export const readForm = (
  fields: NewTaskFields,
  known: QuickAddContext,
): { tasks: NewTaskInput[]; faults: TaskErrors } => {
  const lines = splitTaskLines(fields.title);
  if (lines.length > BULK_CREATE.tasks) {
    return { tasks: [], faults: { title: newTaskTexts.many.tooMany(lines.length, BULK_CREATE.tasks) } };
  }
  const tasks: NewTaskInput[] = [];
  const faults: TaskErrors = {};
  for (const [at, line] of (lines.length === 0 ? [''] : lines).entries()) {
    const understood = readLine(line, known);
    const values = applyLine(fields, understood, known);
    const repeat = tokenValue(understood, 'repeat');
    const outsider = findNonMember(values, known);
    if (outsider !== null) {
      const fault = newTaskTexts.notMember(outsider);
      if (lines.length > 1) faults.title ??= newTaskTexts.many.line(at + 1, fault);
      else faults.assigneeId ??= fault;
    }
    const read = v.safeParse(createFormSchema, values);
    if (read.success) tasks.push({ ...read.output, ...(repeat !== undefined && { repeat: toRepeat(repeat) }) });
    for (const issue of read.issues ?? []) {
      const name = v.getDotPath(issue)?.split('.')[0] as keyof CreateFields;
      const isOfLine = lines.length > 1 && name === 'title';
      faults[name] ??= isOfLine ? newTaskTexts.many.line(at + 1, issueText(issue)) : issueText(issue);
    }
  }
  return { tasks, faults };
};

/** Validates the form as it is parsed at the moment of sending. */
export const resolverFor =
  (known: (fields: NewTaskFields) => QuickAddContext): Resolver<NewTaskFields> =>
  (fields, _context, options) => {
    const { faults } = readForm(fields, known(fields));
    const errors = Object.fromEntries(
      Object.entries(faults).map(([name, message]) => [name, { type: 'validate', message }]),
    ) as FieldErrors<NewTaskFields>;
    return Object.keys(errors).length === 0
      ? { values: fields, errors: {} }
      : { values: {}, errors: toNestErrors(errors, options) };
  };
