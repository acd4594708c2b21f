import type { ChangeAction } from '@contract/enums';
import { formatFull } from '../lib/dates';
import { PRIORITY_LABELS, STATUS_LABELS } from '../lib/text';

/** A line of a task's history, as far as its words need it. */
export interface HistoryLine {
  action: ChangeAction;
  fields: Record<string, unknown>;
}

/** Words, and what stands out among them. */
export type Phrase = readonly (string | { strong: string })[];

const strong = (text: string): { strong: string } => ({ strong: text });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const labelOf = (labels: Readonly<Record<string, string>>, value: unknown): string =>
  labels[textOf(value)] ?? textOf(value);
const tagsOf = (value: unknown): string =>
  Array.isArray(value) && value.length > 0 ? value.map(String).join(', ') : 'none';

type NameOf = (userId: string) => string;
type Teller = (before: unknown, after: unknown, nameOf: NameOf) => Phrase;

const TELLERS: Readonly<Record<string, Teller>> = {
  status: (before, after) => [
    'moved it from ',
    strong(labelOf(STATUS_LABELS, before)),
    ' to ',
    strong(labelOf(STATUS_LABELS, after)),
  ],
  priority: (before, after) => [
    'changed the priority from ',
    strong(labelOf(PRIORITY_LABELS, before)),
    ' to ',
    strong(labelOf(PRIORITY_LABELS, after)),
  ],
  title: (before, after) => ['renamed it from ', strong(textOf(before)), ' to ', strong(textOf(after))],
  description: () => ['changed the description'],
  dueDate: (before, after) => {
    if (!after) return ['removed the due date ', strong(formatFull(textOf(before)))];
    if (!before) return ['set the due date to ', strong(formatFull(textOf(after)))];
    return [
      'changed the due date from ',
      strong(formatFull(textOf(before))),
      ' to ',
      strong(formatFull(textOf(after))),
    ];
  },
  tags: (before, after) => ['changed the tags from ', strong(tagsOf(before)), ' to ', strong(tagsOf(after))],
  assigneeId: (before, after, nameOf) => {
    if (!after) return ['unassigned ', strong(nameOf(textOf(before)))];
    const assigned = ['assigned ', strong(nameOf(textOf(after)))];
    return before ? [...assigned, ' instead of ', strong(nameOf(textOf(before)))] : assigned;
  },
};

/** What somebody did, in words after their name: one phrase for each field that people know of. */
export const phrasesOf = ({ action, fields }: HistoryLine, nameOf: NameOf): readonly Phrase[] => {
  if (action === 'CREATED') return [['created the task']];
  if (action === 'DELETED') return [['deleted the task']];
  if (action === 'RESTORED') return [['restored the task']];
  const phrases = Object.entries(TELLERS).flatMap(([name, tell]) => {
    const change = fields[name];
    return Array.isArray(change) ? [tell(change[0], change[1], nameOf)] : [];
  });
  return phrases.length > 0 ? phrases : [['changed the task']];
};
