import { AddColumnDialog } from './AddColumnDialog';
import type { ProjectColumn } from './columnCache';
import type { ColumnRequest } from './columnForm';
import { DeleteColumnDialog } from './DeleteColumnDialog';
import { EditColumnDialog } from './EditColumnDialog';

export interface ColumnDialogsProps {
  projectId: string;
  columns: readonly ProjectColumn[];
  request: ColumnRequest;
  onClose: () => void;
}

export const ColumnDialogs = ({ projectId, columns, request, onClose }: ColumnDialogsProps) => {
  const dialog = { open: true, onOpenChange: onClose };
  if (request.action === 'add') return <AddColumnDialog {...request} projectId={projectId} {...dialog} />;
  const { action, column } = request;
  if (action === 'edit') return <EditColumnDialog key={column.id} column={column} {...dialog} />;
  const others = columns.filter(({ id, status }) => id !== column.id && status === column.status);
  return <DeleteColumnDialog column={column} others={others} {...dialog} />;
};
