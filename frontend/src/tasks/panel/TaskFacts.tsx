import { Link } from 'react-router-dom';
import { formatDay, formatFull } from '../../lib/dates';
import { tasksTexts } from '../../texts/tasks';
import { Avatar } from '../../ui/Avatar';
import { ProjectDot } from '../../ui/ProjectDot';
import { quietClass } from '../../ui/quietClass';
import { AssigneeFact } from '../fields/AssigneeFact';
import { DueDateFact } from '../fields/DueDateFact';
import { Fact } from '../fields/Fact';
import type { FactEditProps } from '../fields/factProps';
import { PriorityFact } from '../fields/PriorityFact';
import { StatusFact } from '../fields/StatusFact';
import { TagsFact } from '../fields/TagsFact';

/** What is known about a task besides its texts, in two quiet columns; in one where large text leaves no room for two. */
export const TaskFacts = (props: FactEditProps) => {
  const { project, creator, createdAt } = props.task;
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-0.5 md:@md:grid-cols-[minmax(0,8fr)_minmax(0,9fr)]">
        <StatusFact {...props} />
        <DueDateFact {...props} />
        <PriorityFact {...props} />
        <Fact label={tasksTexts.fields.project} isRead>
          <Link to={`/projects/${project.id}`} className={quietClass}>
            <span className="grid w-5 flex-none place-items-center">
              <ProjectDot color={project.color} />
            </span>
            <span dir="auto" className="truncate">
              {project.name}
            </span>
          </Link>
        </Fact>
        <AssigneeFact {...props} />
        <Fact label={tasksTexts.fields.created} isRead>
          <p
            className="flex min-h-7.5 items-center gap-2 px-2 pointer-coarse:min-h-11"
            title={tasksTexts.panel.createdBy(creator.name, formatFull(createdAt))}
          >
            <Avatar user={creator} decorative />
            <span dir="auto" className="truncate">
              {creator.name}
            </span>
            <time dateTime={createdAt} className="flex-none text-xs text-ink-3">
              {formatDay(createdAt)}
            </time>
          </p>
        </Fact>
        <TagsFact {...props} />
      </div>
    </div>
  );
};
