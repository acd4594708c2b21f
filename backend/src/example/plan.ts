import type { TaskPriority, TaskStatus } from '../../contract/enums.js';

/** A task of the example. Its description ends with one thing to try out. */
export interface PlannedTask {
  title: string;
  description: string;
  /** A status, or the example's own column. */
  column: TaskStatus | 'WAITING';
  priority: TaskPriority;
  tags: readonly string[];
  /** The due day, counted from today. */
  dueIn?: number;
  isMine?: true;
  /** Items of the checklist, those that are done first. */
  checklist?: { done: readonly string[]; open: readonly string[] };
  comments?: readonly string[];
}

/** The example project: a party that one person prepares. */
export const EXAMPLE = {
  name: 'Example: Street party',
  description:
    'A small project to try things out. Only you can see it, and you get no notifications about it. Remove it whenever you like.',
  color: '#ab8127',
  tagColors: { city: '#c04c5c', music: '#9763ae', neighbors: '#4568b8', print: '#2c89a0' },
  /** A column between In Progress and In Review, to show that projects can have their own. */
  column: { name: 'Waiting', status: 'IN_PROGRESS', color: '#ab8127', limit: 3 },
} as const;

export const TASKS: readonly PlannedTask[] = [
  {
    title: 'Ask the neighbors about the date',
    description:
      'Numbers 12 to 40, and the bakery on the corner.\n\n**Try it:** drag this card to *In Progress*. Or select it with `X`, press `S` and choose the status.',
    column: 'TODO',
    priority: 'HIGH',
    tags: ['neighbors'],
    dueIn: 0,
    isMine: true,
  },
  {
    title: 'Borrow tables and benches',
    description: '**Try it:** tick an item of the checklist. The card counts what is done.',
    column: 'TODO',
    priority: 'MEDIUM',
    tags: ['neighbors'],
    dueIn: 3,
    isMine: true,
    checklist: {
      done: ['Four tables from the school'],
      open: ['Eight benches from the rowing club', 'A van for Saturday morning'],
    },
  },
  {
    title: 'Write the invitation',
    description:
      'What it should say:\n\n- when and where\n- what to bring\n- whom to call if it rains\n\n**Try it:** edit this text. Descriptions and comments are Markdown.',
    column: 'TODO',
    priority: 'MEDIUM',
    tags: ['print', 'neighbors'],
    dueIn: 5,
  },
  {
    title: 'Fairy lights for the trees',
    description: '**Try it:** give this task a due day. Press `D` and type *next friday*.',
    column: 'TODO',
    priority: 'LOW',
    tags: [],
  },
  {
    title: 'Find a band',
    description: '**Try it:** write a comment. With `@`, you mention a person of the project.',
    column: 'IN_PROGRESS',
    priority: 'HIGH',
    tags: ['music'],
    dueIn: 2,
    isMine: true,
    checklist: { done: ['Ask the brass band', 'Ask the school choir'], open: ['Agree on the two hours'] },
    comments: ['The brass band would play for cake. The choir asks for a piano, so the band it is.'],
  },
  {
    title: 'Permission to close the street',
    description:
      'The form is at the town hall, second floor.\n\n**Try it:** open *My work of this week* with `W`. Overdue tasks come first.',
    column: 'WAITING',
    priority: 'URGENT',
    tags: ['city'],
    dueIn: -1,
    isMine: true,
    comments: [
      'The form is filled in and sent.',
      'They promised an answer by tomorrow. Until then it stays in *Waiting*, a column that only this project has.',
    ],
  },
  {
    title: 'Poster for the bakery window',
    description: '**Try it:** open the menu of this card, or press `Ctrl` `K` (`⌘` `K` on a Mac) to find any action.',
    column: 'IN_REVIEW',
    priority: 'MEDIUM',
    tags: ['print'],
    dueIn: 1,
    comments: ['Second draft: the date is larger now, and the moon has a face.'],
  },
  {
    title: 'Choose a date',
    description: 'Not during the holidays, and not on the day of the rowing regatta.',
    column: 'DONE',
    priority: 'HIGH',
    tags: ['neighbors'],
    isMine: true,
    checklist: { done: ['Look at the school calendar', 'Ask the bakery'], open: [] },
  },
  {
    title: 'List what it will cost',
    description: 'Lights, cups, the permission, cake for the band.',
    column: 'DONE',
    priority: 'LOW',
    tags: [],
    isMine: true,
  },
];
