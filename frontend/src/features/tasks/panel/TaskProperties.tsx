import { formatDay, formatFull } from '../../../lib/dates/format';
import { tasksTexts } from '../../../texts/tasks';
import { Avatar } from '../../../ui/Avatar';
import { AssigneeProperty, PriorityProperty, StatusProperty } from '../fields/ChoiceProperties';
import { DueDateProperty } from '../fields/DueDateProperty';
import { ProjectProperty } from '../fields/ProjectProperty';
import { Property, type TaskEditProps } from '../fields/Property';
import { TagsProperty } from '../fields/TagsProperty';

/** What is known about a task besides its texts, in two quiet columns; in one where large text leaves no room for two. */
export const TaskProperties = (props: TaskEditProps) => {
  const { creator, createdAt } = props.task;
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-0.5 md:@md:grid-cols-[minmax(0,8fr)_minmax(0,9fr)]">
        <StatusProperty {...props} />
        <DueDateProperty {...props} />
        <PriorityProperty {...props} />
        <ProjectProperty {...props} />
        <AssigneeProperty {...props} />
        <Property label={tasksTexts.fields.created} isRead>
          <p
            className="flex min-h-7.5 flex-wrap items-center gap-x-2 px-2 pointer-coarse:min-h-11"
            title={tasksTexts.panel.createdBy(creator.name, formatFull(createdAt))}
          >
            {/* A long name has the line for itself. */}
            <span className="flex min-w-0 items-center gap-2">
              <Avatar user={creator} decorative />
              <span dir="auto" className="truncate">
                {creator.name}
              </span>
            </span>
            <time dateTime={createdAt} className="flex-none text-xs text-ink-3">
              {formatDay(createdAt)}
            </time>
          </p>
        </Property>
        <TagsProperty {...props} />
      </div>
    </div>
  );
};
