import { Bell, MessageSquare, Plus } from 'lucide-react';
import { PROJECT_COLORS } from '@contract/colors';
import { TASK_PRIORITIES, TASK_STATUSES, TaskStatus } from '@contract/enums';
import { Avatar, NoAvatar } from '../Avatar';
import { BrandMark } from '../BrandMark';
import { Button } from '../Button';
import { Contours } from '../Contours';
import { CountBadge } from '../CountBadge';
import { DueLabel } from '../DueLabel';
import { EmptyState } from '../EmptyState';
import { ErrorState } from '../ErrorState';
import { IconButton } from '../IconButton';
import { Kbd } from '../Kbd';
import { LinkButton } from '../LinkButton';
import { PriorityBadge } from '../PriorityBadge';
import { PriorityIcon } from '../PriorityIcon';
import { ProjectDot } from '../ProjectDot';
import { ProjectTile } from '../ProjectTile';
import { Skeleton } from '../Skeleton';
import { Spinner } from '../Spinner';
import { StatusBadge } from '../StatusBadge';
import { StatusIcon } from '../StatusIcon';
import { TagList } from '../TagList';
import { Line, Specimen } from './Specimen';

const PEOPLE = ['Mara Okafor', 'Jonas Lindqvist', 'Priya Raman', 'Teo Álvarez', 'Ines Duarte', 'Wen Zhao'].map(
  (name) => {
    const [firstName = '', lastName = ''] = name.split(' ');
    return { id: name, firstName, lastName };
  },
);
const DAY = 86_400_000;
const opened = Date.now();

export const FactSection = () => (
  <Specimen title="Status, priority, small facts">
    <Line>
      {TASK_STATUSES.map((status) => (
        <StatusBadge key={status} status={status} />
      ))}
      <span className="w-5" />
      {TASK_PRIORITIES.map((priority) => (
        <PriorityBadge key={priority} priority={priority} />
      ))}
    </Line>
    <Line>
      {TASK_STATUSES.map((status) => (
        <StatusIcon key={status} status={status} className="size-8" />
      ))}
      <span className="w-5" />
      {TASK_PRIORITIES.map((priority) => (
        <PriorityIcon key={priority} priority={priority} className="size-8" />
      ))}
      <span className="w-5" />
      <BrandMark className="size-8" />
    </Line>
    <Line>
      <DueLabel dueDate={new Date(opened - 2.2 * DAY)} status={TaskStatus.TODO} />
      <DueLabel dueDate={new Date(opened + 60_000)} status={TaskStatus.TODO} />
      <DueLabel dueDate={new Date(opened + 3 * DAY)} status={TaskStatus.TODO} />
      <span className="fact">
        <MessageSquare />4
      </span>
      <TagList tags={['firmware', 'bug', 'android', 'pairing', 'release']} />
      <Kbd>C</Kbd>
      <IconButton label="Notifications, 3 unread" className="relative">
        <Bell />
        <CountBadge count={3} />
      </IconButton>
      <IconButton label="Notifications, 12 unread">
        <Bell />
        <CountBadge count={12} />
      </IconButton>
    </Line>
    <Line>
      {PEOPLE.map((person) => (
        <Avatar key={person.id} user={person} size={28} />
      ))}
      <Avatar user={null} size={28} />
      <NoAvatar />
      <span className="w-5" />
      {['Tern', 'Website', 'Firmware', 'Packaging'].map((name, index) => (
        <ProjectTile key={name} name={name} color={PROJECT_COLORS[index]?.hex ?? '#808080'} />
      ))}
      <ProjectTile name="Own" color="#7a4dff" />
      <ProjectTile name="Grey" color="#808080" />
      <span className="w-5" />
      {PROJECT_COLORS.map(({ hex }) => (
        <ProjectDot key={hex} color={hex} />
      ))}
    </Line>
    <Line>
      <Avatar user={PEOPLE[0]} size={20} />
      <Avatar user={PEOPLE[0]} size={24} />
      <Avatar user={PEOPLE[0]} size={96} />
    </Line>
    <div className="relative h-80 max-w-140 overflow-hidden rounded-lg border border-line bg-frame">
      <Contours />
    </div>
  </Specimen>
);

export const EmptySection = () => (
  <Specimen title="Empty and failed">
    <div className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-3">
      <EmptyState title="No tasks" text="Get started by creating a new task." />
      <EmptyState
        title="No tasks yet"
        text="Get started by creating your first task."
        action={
          <Button variant="primary" icon={<Plus />}>
            New Task
          </Button>
        }
      />
      <EmptyState
        icon={<Bell className="size-5 text-ink-3" />}
        title="Nothing new"
        text="Mentions, assignments and due dates land here."
      />
      <EmptyState
        title="Project not found"
        text="This project does not exist or you are not a member of it."
        action={<LinkButton to="/projects">Back to Projects</LinkButton>}
      />
      <ErrorState message="Failed to fetch tasks" onRetry={() => undefined} />
    </div>
  </Specimen>
);

export const LoadingSection = () => (
  <Specimen title="Loading">
    <Line>
      <Spinner />
      <Spinner size="lg" />
      <Skeleton round />
      <Skeleton className="min-w-40 flex-1" />
    </Line>
  </Specimen>
);
