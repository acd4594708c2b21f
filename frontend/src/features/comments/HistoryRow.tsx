import type { ReactNode } from 'react';
import {
  Calendar,
  CalendarArrowUp,
  GitFork,
  Link2,
  ListChecks,
  Paperclip,
  Pencil,
  Plus,
  Tag,
  Trash2,
  UserRound,
} from 'lucide-react';
import { TASK_PRIORITIES, TASK_STATUSES } from '@contract/enums';
import { formatMoment } from '../../lib/dates/format';
import { useNow } from '../../lib/useNow';
import { PriorityIcon } from '../../ui/PriorityIcon';
import { StatusIcon } from '../../ui/StatusIcon';
import { Time } from '../../ui/Time';
import { historySentences, type Names } from './historyText';
import { Sentences } from './Sentences';
import type { HistoryLine } from './useTaskHistory';

/** Returns the icon of a change, which is the icon of the first changed field. */
const iconOf = ({ entity, action, fields }: HistoryLine): ReactNode => {
  if (entity === 'CHECKLIST_ITEM') return <ListChecks />;
  if (entity === 'TASK_RELATION') return <Link2 />;
  if (entity === 'ATTACHMENT') return <Paperclip />;
  if (action === 'CREATED') return <Plus />;
  if (action === 'DELETED') return <Trash2 />;
  const after = (field: string): unknown => {
    const change: unknown = fields[field];
    return Array.isArray(change) ? change[1] : undefined;
  };
  const status = TASK_STATUSES.find((known) => known === after('status'));
  if (status) return <StatusIcon status={status} />;
  const priority = TASK_PRIORITIES.find((known) => known === after('priority'));
  if (priority) return <PriorityIcon priority={priority} />;
  if ('assigneeId' in fields) return <UserRound />;
  if ('dueDate' in fields) return <Calendar />;
  if ('tags' in fields) return <Tag />;
  if ('startDate' in fields) return <CalendarArrowUp />;
  if ('parentId' in fields) return <GitFork className="rotate-180" />;
  return <Pencil />;
};

/** A change of a task, with its author and time. */
export const HistoryRow = ({ line, names }: { line: HistoryLine; names: Names }) => {
  const now = useNow();
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)_auto] items-start gap-x-3 py-1.5 text-xs text-ink-3">
      <span aria-hidden="true" className="justify-self-center [&>svg]:size-3.5 [&>svg]:mt-px">
        {iconOf(line)}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <Sentences sentences={historySentences(line, names)} />
      </div>
      <Time at={line.at} className="flex-none">
        {formatMoment(line.at, now)}
      </Time>
    </li>
  );
};
