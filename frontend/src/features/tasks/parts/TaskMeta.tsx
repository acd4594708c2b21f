import type { ComponentType } from 'react';
import { ChevronRight, GitFork, ListChecks, MessageSquare, OctagonMinus, Paperclip, Repeat } from 'lucide-react';
import { PRIORITY_LABELS } from '../../../lib/text';
import { controlsTexts } from '../../../texts/controls';
import { number } from '../../../texts/format';
import { taskTexts } from '../../../texts/task';
import { Fact } from '../../../ui/Fact';
import { PriorityIcon } from '../../../ui/PriorityIcon';
import type { TaskFieldsFragment } from '../model/TaskFields.generated';

/** The key of a task; renders nothing until it is known. */
export const TaskKey = ({ task: { key } }: { task: Pick<TaskFieldsFragment, 'key'> }) =>
  key !== null && <span className="flex-none text-xs whitespace-nowrap text-ink-3 tabular-nums">{key}</span>;

/** The number of a task's comments; renders nothing without any. */
const CommentCount = ({ task: { commentCount: count } }: { task: Pick<TaskFieldsFragment, 'commentCount'> }) =>
  count > 0 && <Fact icon={<MessageSquare />} short={number(count)} words={taskTexts.commentCount(count)} />;

/** The number of a task's files; renders nothing without any. */
const FileCount = ({ task: { attachmentCount: count } }: { task: Pick<TaskFieldsFragment, 'attachmentCount'> }) =>
  count > 0 && <Fact icon={<Paperclip />} short={number(count)} words={taskTexts.fileCount(count)} />;

/** The progress of a task's checklist; renders nothing without one. */
const ChecklistCount = ({ task }: { task: Pick<TaskFieldsFragment, 'checklistTotal' | 'checklistDone'> }) => {
  const { checklistTotal: total, checklistDone: done } = task;
  if (total === 0) return null;
  const words = taskTexts.checklistCount(done, total);
  return <Fact icon={<ListChecks />} short={taskTexts.checklistShort(done, total)} words={words} />;
};

/** The progress of a task's subtasks; renders nothing without any. */
export const SubtaskCount = ({ task }: { task: Pick<TaskFieldsFragment, 'subtasksTotal' | 'subtasksDone'> }) => {
  const { subtasksTotal: total, subtasksDone: done } = task;
  if (total === 0) return null;
  const words = taskTexts.subtaskCount(done, total);
  return <Fact icon={<GitFork className="rotate-180" />} short={taskTexts.checklistShort(done, total)} words={words} />;
};

/** The number of open tasks that block an open task; renders nothing without any. */
export const BlockedMark = ({ task }: { task: Pick<TaskFieldsFragment, 'openBlockers' | 'status'> }) => {
  const { openBlockers: count, status } = task;
  if (count === 0 || status === 'DONE') return null;
  const words = taskTexts.blocked(count);
  return <Fact icon={<OctagonMinus />} short={number(count)} words={words} className="text-caution-ink" />;
};

/** The icon of a repeating task; renders nothing for others. */
const RepeatMark = ({ task: { repeat } }: { task: Pick<TaskFieldsFragment, 'repeat'> }) =>
  repeat && <Fact icon={<Repeat />} words={taskTexts.repeats} />;

interface Mark {
  name: string;
  Mark: ComponentType<{ task: TaskFieldsFragment }>;
  /** In a table, it is next to the title, and not in a column of its own. */
  isByTitle?: true;
}

/** The marks of a task, in the order of cards and tables. A mark that is added here appears in both. */
const MARKS: readonly Mark[] = [
  { name: 'repeat', Mark: RepeatMark },
  { name: 'blocked', Mark: BlockedMark, isByTitle: true },
  { name: 'subtasks', Mark: SubtaskCount, isByTitle: true },
  { name: 'checklist', Mark: ChecklistCount },
  { name: 'files', Mark: FileCount },
  { name: 'comments', Mark: CommentCount },
];

/** The marks of a task; in a table, only those next to the title or only the others. */
export const TaskMarks = ({ task, isByTitle }: { task: TaskFieldsFragment; isByTitle?: boolean }) =>
  MARKS.map(
    ({ name, Mark, isByTitle: isMarkByTitle = false }) =>
      (isByTitle === undefined || isByTitle === isMarkByTitle) && <Mark key={name} task={task} />,
  );

/** The key of a task's parent, shown before its own; renders nothing at the top level. */
export const ParentKey = ({ task: { parent } }: { task: Pick<TaskFieldsFragment, 'parent'> }) =>
  parent && (
    <span
      className="flex max-w-24 flex-none items-center gap-1 text-xs whitespace-nowrap text-ink-3 tabular-nums"
      title={taskTexts.subtaskOf(parent.title)}
    >
      <span className="sr-only">{taskTexts.subtaskOf(parent.title)}</span>
      <span aria-hidden="true" className="truncate">
        {parent.key ?? parent.title}
      </span>
      <ChevronRight className="size-3 flex-none" />
    </span>
  );

/** A priority as an icon, with its name for screen readers and as a tooltip. */
export const PriorityMark = ({ priority, quiet }: { priority: TaskFieldsFragment['priority']; quiet?: boolean }) => (
  <span className="inline-flex flex-none" title={controlsTexts.priority(PRIORITY_LABELS[priority])}>
    <PriorityIcon priority={priority} tone={quiet ? 'quiet' : 'value'} />
    <span className="sr-only">{controlsTexts.priority(PRIORITY_LABELS[priority])}</span>
  </span>
);
