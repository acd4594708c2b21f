import type { ChangeAction } from '@contract/enums';
import { formatFull } from '../lib/dates';
import { PRIORITY_LABELS, STATUS_LABELS } from '../lib/text';
import { commentsTexts, type Sentence, type Strong } from '../texts/comments';

/** A line of a task's history, as far as its words need it. */
export interface HistoryLine {
  action: ChangeAction;
  fields: Record<string, unknown>;
  actor: { id: string; name: string } | null;
}

const texts = commentsTexts.ofTask;

/** What stands out in a sentence. */
export const strong = (text: string): Strong => ({ strong: text });

/** Who did it. */
export const whoOf = ({ actor }: HistoryLine): Strong => strong(actor?.name ?? commentsTexts.somebody);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const labelOf = (labels: Readonly<Record<string, string>>, value: unknown): Strong =>
  strong(labels[textOf(value)] ?? textOf(value));
const momentOf = (value: unknown): Strong => strong(formatFull(textOf(value)));
const tagsOf = (value: unknown): Strong =>
  strong(Array.isArray(value) && value.length > 0 ? value.map(String).join(', ') : commentsTexts.noTags);

type NameOf = (userId: string) => string;
type Teller = (who: Strong, before: unknown, after: unknown, nameOf: NameOf) => Sentence;

const TELLERS: Readonly<Record<string, Teller>> = {
  status: (who, before, after) => texts.moved(who, labelOf(STATUS_LABELS, before), labelOf(STATUS_LABELS, after)),
  priority: (who, before, after) =>
    texts.priority(who, labelOf(PRIORITY_LABELS, before), labelOf(PRIORITY_LABELS, after)),
  title: (who, before, after) => texts.renamed(who, strong(textOf(before)), strong(textOf(after))),
  description: (who) => texts.description(who),
  dueDate: (who, before, after) => {
    if (!after) return texts.dueDateRemoved(who, momentOf(before));
    if (!before) return texts.dueDateSet(who, momentOf(after));
    return texts.dueDate(who, momentOf(before), momentOf(after));
  },
  tags: (who, before, after) => texts.tags(who, tagsOf(before), tagsOf(after)),
  assigneeId: (who, before, after, nameOf) => {
    const person = (id: unknown): Strong => strong(nameOf(textOf(id)));
    if (!after) return texts.unassigned(who, person(before));
    return before ? texts.reassigned(who, person(before), person(after)) : texts.assigned(who, person(after));
  },
};

/** What somebody did: one sentence for each field that people know of. */
export const historySentences = (line: HistoryLine, nameOf: NameOf): readonly Sentence[] => {
  const { action, fields } = line;
  const who = whoOf(line);
  if (action === 'CREATED') return [texts.created(who)];
  if (action === 'DELETED') return [texts.deleted(who)];
  if (action === 'RESTORED') return [texts.restored(who)];
  const sentences = Object.entries(TELLERS).flatMap(([name, tell]) => {
    const change = fields[name];
    return Array.isArray(change) ? [tell(who, change[0], change[1], nameOf)] : [];
  });
  return sentences.length > 0 ? sentences : [texts.changed(who)];
};
