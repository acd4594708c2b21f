import type { ApolloCache } from '@apollo/client';
import { isTaskField } from '../../texts/taskFields';
import { PersonFragmentDoc } from '../client/Person.generated';
import { outboxTexts } from '../../texts/outbox';
import { currentOutbox } from './outbox';
import type { QueuedWrite } from './queue';

interface Conflict {
  mine: string;
  theirs: string;
  /** The version of the other change. */
  version: number;
}

const readName = (cache: ApolloCache, id: string): string | undefined =>
  cache.readFragment({ id: cache.identify({ __typename: 'User', id }), fragment: PersonFragmentDoc })?.name;

const describeValue = (cache: ApolloCache, name: string, value: unknown): string => {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return outboxTexts.none;
  const plain = typeof value === 'string' ? value : JSON.stringify(value);
  if (!isTaskField(name)) return plain;
  return currentOutbox()?.formatField(name, value, (id) => readName(cache, id) ?? outboxTexts.someone) ?? plain;
};

/** Returns the values with a due day as the due date, because the queue names both `dueDate`. */
const withDueDay = (values: Record<string, unknown>): Record<string, unknown> =>
  'dueDay' in values ? { ...values, dueDate: values['dueDay'] ?? values['dueDate'] ?? null } : values;

/** Returns both values of each field in conflict; null if the write was refused for another reason. */
export const describeConflict = (cache: ApolloCache, { refusal, fields, variables }: QueuedWrite): Conflict | null => {
  const version = refusal?.now?.['version'];
  if (refusal?.code !== 'CONFLICT' || !refusal.now || typeof version !== 'number') return null;
  const now = withDueDay(refusal.now);
  const input = withDueDay(variables.input);
  const names = fields.filter((name) => name in input && JSON.stringify(input[name]) !== JSON.stringify(now[name]));
  const describe = (of: Record<string, unknown>): string =>
    names.map((name) => describeValue(cache, name, of[name])).join('\n');
  return { mine: describe(input), theirs: describe(now), version };
};
