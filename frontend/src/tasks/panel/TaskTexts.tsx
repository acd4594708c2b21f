import { LIMITS } from '@contract/limits';
import { tasksTexts } from '../../texts/tasks';
import type { FactEditProps } from '../fields/factProps';
import { TaskTextEdit } from './TaskTextEdit';
import { useTaskField } from '../fields/useTaskField';

/** What a task is called, to change where it stands. */
export const TaskTitle = ({ task, disabled, onSaved }: FactEditProps) => (
  <TaskTextEdit
    field={useTaskField({ task, name: 'title', isText: true, disabled, onSaved })}
    taskId={task.id}
    name="title"
    label={tasksTexts.fields.title}
    placeholder={tasksTexts.fields.title}
    max={LIMITS.taskTitleMax}
    isLine
    disabled={disabled}
    className="text-lg font-semibold tracking-tight"
  />
);

/** What a task is about, to change where it stands. */
export const TaskDescription = ({ task, disabled, onSaved }: FactEditProps) => (
  <TaskTextEdit
    field={useTaskField({ task, name: 'description', isText: true, disabled, onSaved })}
    taskId={task.id}
    name="description"
    label={tasksTexts.fields.description}
    placeholder={disabled ? tasksTexts.panel.noDescription : tasksTexts.panel.addDescription}
    max={LIMITS.taskDescriptionMax}
    canJoin
    hasLinks
    disabled={disabled}
    className="min-h-16 text-base leading-[1.375rem]"
  />
);
