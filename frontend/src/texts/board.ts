/** Where a card stands: its column, and its place among so many cards. */
interface CardPlace {
  column: string;
  position: number;
  of: number;
}

/** What the board says. */
export const boardTexts = {
  title: 'Board',
  heading: 'Task Board',
  about: 'Drag and drop tasks to update their status.',
  allProjects: 'All Projects',
  project: 'Project',
  columns: 'Columns',
  noTasks: 'No tasks',
  newTaskIn: (column: string) => `New task in ${column}`,
  card: {
    move: (title: string) => `Move ${title}`,
    moveTo: 'Move to',
    toTop: 'Move to top',
    up: 'Move up',
    down: 'Move down',
    toBottom: 'Move to bottom',
    moved: 'Task moved successfully',
    moveFailed: 'Failed to move task',
    /** With the reason, where it is not the server's. */
    moveFailedFor: (reason: string) => `Failed to move task. ${reason}`,
  },
  /** What screen readers hear of dragging. */
  drag: {
    instructions:
      'Press Enter to open the task. Hold Space to lift it; then the arrow keys move it, Space drops it and Escape puts it back.',
    lifted: (title: string, { column, position, of }: CardPlace) =>
      `Lifted ${title} from ${column}, position ${position} of ${of}`,
    over: (title: string, { column, position, of }: CardPlace) =>
      `${title} over ${column}, position ${position} of ${of}`,
    outside: (title: string) => `${title} outside the columns`,
    moved: (title: string, { column, position, of }: CardPlace) =>
      `Moved ${title} to ${column}, position ${position} of ${of}`,
    putBack: (title: string, column: string) => `${title} is back at its place in ${column}`,
  },
};
