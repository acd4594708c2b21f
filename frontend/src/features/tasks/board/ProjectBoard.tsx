import { Suspense, useState } from 'react';
import { ColumnDialogs, ColumnMenuButton, ColumnsMenuButton } from '../../projects/columns/ColumnButtons';
import type { ProjectColumn } from '../../projects/columns/columnCache';
import type { ColumnRequest } from '../../projects/columns/columnForm';
import { lazyComponent, RenderNothing } from '../../../ui/lazyComponent';
import type { OpenNewTask } from './BoardColumn';
import { useProjectBoard } from './columnBoard';
import { ColumnToolsContext, type ColumnTools } from './columnTools';
import { FilteredBoard } from './FilteredBoard';

interface ProjectBoardProps {
  projectId: string;
  onNewTask: OpenNewTask;
  isFixed: boolean;
}

const ColumnDrag = lazyComponent(() => import('./ColumnDrag'), 'ColumnDrag', { Failed: RenderNothing });

const toolsOf = (columns: readonly ProjectColumn[], onAsk: (request: ColumnRequest) => void): ColumnTools => ({
  menuOf: (id) => {
    const column = columns.find((each) => each.id === id);
    return column && <ColumnMenuButton column={column} columns={columns} onAsk={onAsk} />;
  },
  menu: <ColumnsMenuButton columns={columns} onAsk={onAsk} />,
  columns,
  Drag: ColumnDrag,
});

/** A project's own board, whose columns owners can edit. */
export const ProjectBoard = ({ projectId, onNewTask, isFixed }: ProjectBoardProps) => {
  const { source, columns, canManage } = useProjectBoard(projectId);
  const [request, setRequest] = useState<ColumnRequest | null>(null);
  return (
    <ColumnToolsContext value={canManage && !isFixed ? toolsOf(columns, setRequest) : null}>
      <FilteredBoard projectId={projectId} source={source} onNewTask={onNewTask} isFixed={isFixed} />
      {request && (
        <Suspense>
          <ColumnDialogs projectId={projectId} columns={columns} request={request} onClose={() => setRequest(null)} />
        </Suspense>
      )}
    </ColumnToolsContext>
  );
};
