import type { ReactNode } from 'react';
import { formatDay, formatFull } from '../../../lib/dates/format';
import { tasksTexts } from '../../../texts/tasks';
import { Avatar } from '../../../ui/Avatar';
import { isChoice, TASK_FIELDS, type ChoiceField, type ShownField } from '../model/fields';
import { ParentProperty } from '../family/ParentProperty';
import { AssigneeProperty, ChoiceProperty } from '../fields/ChoiceProperties';
import { DueDateProperty } from '../fields/DueDateProperty';
import { ProjectProperty } from '../fields/ProjectProperty';
import { Property, type TaskEditProps } from '../fields/Property';
import { StartDateProperty } from '../fields/StartDateProperty';
import { OriginProperty } from '../fields/OriginProperty';
import { StatusProperty } from '../fields/StatusProperty';
import { RepeatProperty } from '../repeat/RepeatProperty';
import { WatchProperty } from '../fields/WatchProperty';
import { TagsProperty } from '../fields/TagsProperty';

/** Tags take both columns, so they come last. */
const FIRST = (Object.keys(TASK_FIELDS) as ShownField[]).filter((name) => name !== 'tags');

/** Fields with a fixed set of values have a select instead, except the status, which can be a column. */
const CONTROLS: Record<Exclude<ShownField, ChoiceField> | 'status', (props: TaskEditProps) => ReactNode> = {
  status: StatusProperty,
  dueDate: DueDateProperty,
  startDate: StartDateProperty,
  project: ProjectProperty,
  assignee: AssigneeProperty,
  tags: TagsProperty,
};

const FieldControl = ({ name, ...props }: TaskEditProps & { name: ShownField }) => {
  if (name !== 'status' && isChoice(name)) return <ChoiceProperty name={name} {...props} />;
  const Control = CONTROLS[name];
  return <Control {...props} />;
};

/** The fields of a task other than its texts, in two columns, or one if large text leaves no space for two. */
export const TaskProperties = (props: TaskEditProps) => {
  const { creator, createdAt } = props.task;
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-0.5 md:@md:grid-cols-[minmax(0,8fr)_minmax(0,9fr)]">
        {FIRST.map((name) => (
          <FieldControl key={name} name={name} {...props} />
        ))}
        <Property label={tasksTexts.fields.created} isRead>
          <p
            className="flex min-h-7.5 flex-wrap items-center gap-x-2 px-2 pointer-coarse:min-h-11"
            title={tasksTexts.panel.createdBy(creator.name, formatFull(createdAt))}
          >
            {/* A long name has a line of its own. */}
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
        <OriginProperty {...props} />
        <WatchProperty task={props.task} />
        <RepeatProperty {...props} />
        <ParentProperty {...props} />
        <TagsProperty {...props} />
      </div>
    </div>
  );
};
