import { number } from './format';

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
  allProjects: 'All projects',
  project: 'Project',
  columns: 'Columns',
  noTasks: 'No tasks',
  /** Where there is no project yet, in which a task could be. */
  firstProject: { text: 'Every task belongs to a project.', action: 'Create your first project' },
  /** Where a column is printed before all of it is loaded. */
  printed: (count: number, total: number) => `${number(count)} of ${number(total)}`,
  /** At the end of what was done lately. */
  showOlder: (count: number) => `Show older (${number(count)})`,
  newTaskIn: (column: string) => `New task in ${column}`,
  /** Behind the last card of a column. */
  newTask: 'New task',
  newTaskAtEnd: (column: string) => `New task at the end of ${column}`,
  card: {
    move: (title: string) => `Move ${title}`,
    moveTo: 'Move to',
    toTop: 'Move to top',
    up: 'Move up',
    down: 'Move down',
    toBottom: 'Move to bottom',
    moved: 'Task moved successfully',
    movedOut: 'Task moved. It no longer matches the filter.',
    moveFailed: 'Failed to move task',
    /** With the reason, where it is not the server's. */
    moveFailedFor: (reason: string) => `Failed to move task. ${reason}`,
  },
  /** What screen readers hear of dragging. */
  drag: {
    instructions:
      'Press Enter to open the task. Hold Space to pick it up, then use the arrow keys to move it, Space to drop it or Escape to cancel.',
    /** Of a project that is archived. */
    fixed: 'Press Enter to open the task.',
    lifted: (title: string, { column, position, of }: CardPlace) =>
      `Picked up ${title} from ${column}, position ${number(position)} of ${number(of)}`,
    over: (title: string, { column, position, of }: CardPlace) =>
      `${title} over ${column}, position ${number(position)} of ${number(of)}`,
    outside: (title: string) => `${title} outside the columns`,
    moved: (title: string, { column, position, of }: CardPlace) =>
      `Moved ${title} to ${column}, position ${number(position)} of ${number(of)}`,
    putBack: (title: string, column: string) => `${title} returned to ${column}`,
  },
};
