import type { MouseEvent } from 'react';
import { useQuery } from '@apollo/client/react';
import { ArrowUpDown, Clock, X } from 'lucide-react';
import type { TaskOrder } from '@contract/enums';
import { fullName, type PersonName } from '../../lib/text';
import { ProjectMembersDocument } from '../../projects/ProjectMembers.generated';
import { useAllProjects } from '../../projects/useProjects';
import { useCurrentUser } from '../../session/SessionContext';
import { tasksTexts } from '../../texts/tasks';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/Button';
import { Select, type SelectItem } from '../../ui/Select';
import { personItem, PRIORITY_ITEMS, projectItems, STATUS_ITEMS } from '../taskChoices';
import { ME, NO_FILTERS, type TaskFilters, type OFFERED_ORDERS } from './taskFilters';

export interface FilterPerson extends PersonName {
  id: string;
  avatar: string | null;
}

export interface TaskFilterSelectsProps {
  filters: TaskFilters;
  onChange: (changes: Partial<TaskFilters>) => void;
  /** Who is assigned to the tasks that are shown. */
  people: readonly FilterPerson[];
  /** The list is that of one project, which is no choice then. */
  isOfProject?: boolean;
  /** All of it is shown by days, in no other order. */
  isCalendar?: boolean;
}

// A select knows no empty value.
const ALL = 'ALL';

const { fields, filters: words, order } = tasksTexts;
const ORDER_LABELS: Record<Exclude<(typeof OFFERED_ORDERS)[number], 'RANK_ASC'>, string> = order.options;
const ORDERS = Object.entries(ORDER_LABELS).map(([value, label]) => ({ value, label }));

interface FilterProps {
  name: 'status' | 'priority' | 'projectId' | 'assignee';
  label: string;
  all: string;
  items: readonly SelectItem<string>[];
}

/** Whom tasks can be assigned to: the members of the chosen project, or of all projects those whose tasks are shown. */
const usePeople = (projectId: string, shown: readonly FilterPerson[]): readonly FilterPerson[] => {
  const { data } = useQuery(ProjectMembersDocument, { variables: { projectId }, skip: !projectId });
  const { id: me } = useCurrentUser();
  const members = projectId ? data?.project?.members.nodes.map(({ user }) => user) : undefined;
  return [...new Map((members ?? shown).map((person) => [person.id, person])).values()]
    .filter(({ id }) => id !== me)
    .toSorted((a, b) => fullName(a).localeCompare(fullName(b)));
};

/** What the list of tasks can be narrowed down by, and its order. */
export const TaskFilterSelects = (props: TaskFilterSelectsProps) => {
  const { filters, onChange, people, isOfProject = false, isCalendar = false } = props;
  const { projects } = useAllProjects();
  const user = useCurrentUser();
  const others = usePeople(filters.projectId, people);

  const select = ({ name, label, all, items }: FilterProps) => {
    const value = filters[name];
    const isUnknown = value !== '' && !items.some((item) => item.value === value);
    return (
      <Select
        look="filter"
        aria-label={label}
        className="btn-md max-w-52"
        on={value !== ''}
        value={value === '' ? ALL : value}
        onValueChange={(next) => onChange({ [name]: next === ALL ? '' : next })}
        onClear={() => onChange({ [name]: '' })}
        items={[
          { value: ALL, label: all },
          ...items,
          // Named by the address, but not among those that are known here.
          ...(isUnknown ? [{ value, label: name === 'projectId' ? words.unknownProject : words.unknownPerson }] : []),
        ]}
      />
    );
  };

  return (
    <>
      {select({
        name: 'status',
        label: fields.status,
        all: words.allStatus,
        items: STATUS_ITEMS,
      })}
      {select({
        name: 'priority',
        label: fields.priority,
        all: words.allPriority,
        items: PRIORITY_ITEMS,
      })}
      {!isOfProject &&
        select({
          name: 'projectId',
          label: fields.project,
          all: words.allProjects,
          items: projectItems(projects),
        })}
      {select({
        name: 'assignee',
        label: fields.assignee,
        all: words.anyone,
        items: [
          { value: ME, label: words.assignedToMe, icon: <Avatar user={user} decorative /> },
          ...others.map(personItem),
        ],
      })}
      <Button
        size="md"
        className="btn-filter"
        aria-pressed={filters.overdue !== ''}
        data-on={filters.overdue === '' ? undefined : ''}
        onClick={(event: MouseEvent<HTMLElement>) => {
          onChange({ overdue: filters.overdue === '' ? 'true' : '' });
          // On a phone the filters that are on stand first in a row that scrolls.
          event.currentTarget.parentElement?.scrollTo({ left: 0 });
        }}
      >
        {filters.overdue !== '' && <Clock />}
        {words.overdue}
        {filters.overdue !== '' && <X className="size-3.5 stroke-2" />}
      </Button>
      {!isCalendar && (
        <Select
          look="filter"
          aria-label={order.label}
          className="btn-md"
          on={filters.orderBy !== NO_FILTERS.orderBy}
          value={filters.orderBy}
          placeholder={order.byBoard}
          onValueChange={(orderBy) => onChange({ orderBy: orderBy as TaskOrder })}
          items={ORDERS.map((item) => ({ ...item, icon: <ArrowUpDown className="size-3.5 text-ink-3" /> }))}
        />
      )}
    </>
  );
};
