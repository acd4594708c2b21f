import type { ComponentProps } from 'react';
import { Bell, MessageSquare, Plus } from 'lucide-react';
import { PROJECT_COLORS } from '@contract/colors';
import { TASK_PRIORITIES, TASK_STATUSES, TaskStatus } from '@contract/enums';
import { Avatar, NoAvatar } from '../Avatar';
import { BrandMark } from '../BrandMark';
import { Button } from '../Button';
import { Contours } from '../Contours';
import { badgeNumber } from '../../texts/format';
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
import { Gap, Line, Specimen } from './Specimen';

const PEOPLE = ['Mara Okafor', 'Jonas Lindqvist', 'Priya Raman', 'Teo Álvarez', 'Ines Duarte', 'Wen Zhao'].map(
  (name) => {
    const [firstName = '', lastName = ''] = name.split(' ');
    return { id: name, firstName, lastName, avatar: null };
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
      <Gap />
      {TASK_PRIORITIES.map((priority) => (
        <PriorityBadge key={priority} priority={priority} />
      ))}
    </Line>
    <Line>
      {TASK_STATUSES.map((status) => (
        <StatusIcon key={status} status={status} className="size-8" />
      ))}
      <Gap />
      {TASK_PRIORITIES.map((priority) => (
        <PriorityIcon key={priority} priority={priority} className="size-8" />
      ))}
      <Gap />
      <BrandMark className="size-8" />
    </Line>
    <Line>
      {[-2.2, 0.001, 3].map((days) => (
        <DueLabel
          key={days}
          task={{ dueDate: new Date(opened + days * DAY).toISOString(), dueDay: null, status: TaskStatus.TODO }}
        />
      ))}
      <span className="fact">
        <MessageSquare />4
      </span>
      <TagList tags={['firmware', 'bug', 'android', 'pairing', 'release']} />
      <Kbd>C</Kbd>
      {[3, 12].map((count) => (
        <IconButton key={count} label={`Notifications, ${badgeNumber(count)} unread`} className="relative">
          <Bell />
          <CountBadge count={count} />
        </IconButton>
      ))}
    </Line>
    <Line>
      {PEOPLE.map((person) => (
        <Avatar key={person.id} user={person} size={28} />
      ))}
      <Avatar user={null} size={28} />
      <NoAvatar />
      <Gap />
      {['Tern', 'Website', 'Firmware', 'Packaging'].map((name, index) => (
        <ProjectTile key={name} name={name} color={PROJECT_COLORS[index]?.hex ?? '#808080'} />
      ))}
      <ProjectTile name="Own" color="#7a4dff" />
      <ProjectTile name="Grey" color="#808080" />
      <Gap />
      {PROJECT_COLORS.map(({ hex }) => (
        <ProjectDot key={hex} color={hex} />
      ))}
    </Line>
    <Line>
      {([20, 24, 96] as const).map((size) => (
        <Avatar key={size} user={PEOPLE[0]} size={size} />
      ))}
    </Line>
    <div
      className="relative overflow-hidden rounded-lg border border-line bg-frame"
      style={{ height: '20rem', maxWidth: '35rem' }}
    >
      <Contours />
    </div>
  </Specimen>
);

const NEW_TASK = (
  <Button variant="primary" icon={<Plus />}>
    New Task
  </Button>
);

const EMPTY: ComponentProps<typeof EmptyState>[] = [
  { title: 'No tasks', text: 'Get started by creating a new task.' },
  { title: 'No tasks yet', text: 'Get started by creating your first task.', action: NEW_TASK },
  { title: 'Nothing new', text: 'Mentions and due dates land here.', icon: <Bell className="size-5 text-ink-3" /> },
  { title: 'Project not found', action: <LinkButton to="/projects">Back to Projects</LinkButton> },
];

export const EmptySection = () => (
  <Specimen title="Empty and failed">
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))] gap-3">
      {EMPTY.map((props) => (
        <EmptyState key={props.title} {...props} />
      ))}
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
