import type { OpenNewTask } from './BoardColumn';
import { useProjectBoard } from './columnBoard';
import { FilteredBoard } from './FilteredBoard';

interface ProjectBoardProps {
  projectId: string;
  onNewTask: OpenNewTask;
  isFixed: boolean;
}

/** A project's own board, with its columns. */
export const ProjectBoard = (props: ProjectBoardProps) => (
  <FilteredBoard {...props} source={useProjectBoard(props.projectId)} />
);
