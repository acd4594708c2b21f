import { createContext, use, type ReactNode } from 'react';
import { LIMITS } from '@contract/limits';
import type { TaskStatus } from '@contract/enums';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { STATUS_LABELS } from '../../../lib/text';
import { StatusBadge } from '../../../ui/StatusBadge';
import { ColumnIcon } from '../../../ui/StatusIcon';
import type { ProjectColumn } from './columnCache';
import { ColumnsOfProjectsDocument } from './ColumnsOfProjects.generated';

const Columns = createContext<ReadonlyMap<string, ProjectColumn>>(new Map());

interface TaskColumnsProps {
  /** The tasks inside. */
  tasks: readonly { projectId: string }[];
  children: ReactNode;
}

/** Loads the columns of these tasks, so that components inside can show the name of a task's column. */
export const TaskColumns = ({ tasks, children }: TaskColumnsProps) => {
  const ids = [...new Set(tasks.map(({ projectId }) => projectId))].toSorted().slice(0, LIMITS.pageMax);
  const { data, previousData } = usePageQuery(ColumnsOfProjectsDocument, {
    variables: { ids },
    skip: ids.length === 0,
    isFed: true,
  });
  const nodes = (data ?? previousData)?.nodes ?? [];
  const columns = new Map(
    nodes.flatMap((node) => (node?.__typename === 'Project' ? node.columns : [])).map((column) => [column.id, column]),
  );
  return <Columns value={columns}>{children}</Columns>;
};

interface InColumn {
  status: TaskStatus;
  columnId: string;
}

/** Returns the name and the color of a task's column; the status until the column is loaded. */
const useColumn = ({ status, columnId }: InColumn): Pick<ProjectColumn, 'name' | 'color'> => {
  const column = use(Columns).get(columnId);
  return column?.status === status ? column : { name: STATUS_LABELS[status], color: null };
};

interface TaskColumnProps {
  task: InColumn;
  className?: string | undefined;
}

/** The column of a task as text, next to the icon of its status. */
export const TaskColumnBadge = ({ task, ...rest }: TaskColumnProps & { size?: 'sm' }) => (
  <StatusBadge status={task.status} {...useColumn(task)} {...rest} />
);

/** The icon of a task's status in the color of its column, with the column's name as a tooltip. */
export const TaskColumnIcon = ({ task, className }: TaskColumnProps) => {
  const { name, color } = useColumn(task);
  return <ColumnIcon status={task.status} color={color} title={name} className={className} />;
};

/** The same, with the name for screen readers. */
export const NamedColumnIcon = (props: TaskColumnProps) => {
  const { name } = useColumn(props.task);
  return (
    <>
      <TaskColumnIcon {...props} />
      <span className="sr-only">{name}</span>
    </>
  );
};
