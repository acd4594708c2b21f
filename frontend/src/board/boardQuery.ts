import { BoardDocument } from './Board.generated';

/** What a board asks for, of one project or of all. */
export const boardQuery = (projectId?: string) => ({
  query: BoardDocument,
  variables: projectId ? { projectId } : {},
});
