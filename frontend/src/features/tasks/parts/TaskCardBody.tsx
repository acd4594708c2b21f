import type { ReactNode } from 'react';
import { cx } from '../../../lib/cx';
import { Avatar, NoAvatar } from '../../../ui/Avatar';
import { DueLabel } from '../../../ui/DueLabel';
import { TagList } from '../../../ui/TagList';
import { CardCover } from './CardCover';
import type { TaskFieldsFragment } from '../model/TaskFields.generated';
import { ParentKey, PriorityMark, TaskKey, TaskMarks } from './TaskMeta';
import { ProjectName } from '../../../ui/ProjectName';

interface TaskCardBodyProps {
  task: TaskFieldsFragment;
  /** The title, as a link or as plain text. */
  title: ReactNode;
  /** Whether all cards around it belong to the same project, whose name is then omitted. */
  isOfProject?: boolean;
}

/** The content of a card: project, title, tags, then priority, due date and assignee. */
export const TaskCardBody = ({ task, title, isOfProject = false }: TaskCardBodyProps) => {
  const isDone = task.status === 'DONE';
  return (
    <>
      <CardCover task={task} />
      {(!isOfProject || task.key !== null || task.parent !== null) && (
        <p className="flex min-w-0 items-center gap-1.5 pe-6 text-xs text-ink-3">
          <ParentKey task={task} />
          <TaskKey task={task} />
          {!isOfProject && <ProjectName project={task.project} />}
        </p>
      )}
      <h3
        dir="auto"
        className={cx(
          'line-clamp-3 font-medium text-pretty wrap-anywhere',
          isDone && 'text-ink-3',
          // Room for the card's menu.
          isOfProject && task.key === null && task.parent === null && 'me-6',
        )}
      >
        {title}
      </h3>
      <TagList tags={task.tags} projectId={task.project.id} />
      <div className="card-foot flex min-h-5 flex-wrap items-center gap-x-2.5 gap-y-1 *:whitespace-normal">
        <PriorityMark priority={task.priority} quiet={isDone} />
        <DueLabel task={task} />
        <TaskMarks task={task} />
        <span className="ms-auto flex">{task.assignee ? <Avatar user={task.assignee} /> : <NoAvatar />}</span>
      </div>
    </>
  );
};
