import type { ApolloCache } from '@apollo/client';
import { formatField } from '../../features/tasks/model/fields';
import { isTaskField } from '../../texts/taskFields';
import { PersonFragmentDoc } from '../client/Person.generated';
import { waitingTexts } from '../../texts/waiting';
import type { Write } from './queue';

/** What stands against each other, as people read it. */
interface Conflict {
  mine: string;
  theirs: string;
  /** The version that the other one has. */
  version: number;
}

const personOf = (cache: ApolloCache, id: string): string | undefined =>
  cache.readFragment({ id: cache.identify({ __typename: 'User', id }), fragment: PersonFragmentDoc })?.name;

const describeValue = (cache: ApolloCache, name: string, value: unknown): string => {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return waitingTexts.none;
  if (isTaskField(name)) return formatField(name, value, (id) => personOf(cache, id) ?? waitingTexts.somebody);
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Both values of each field that this write and somebody else have changed; null where it was refused for another reason. */
export const conflictOf = (cache: ApolloCache, { refusal, fields, variables }: Write): Conflict | null => {
  const { now } = refusal ?? {};
  const version = now?.['version'];
  if (refusal?.code !== 'CONFLICT' || !now || typeof version !== 'number') return null;
  const { input } = variables;
  const names = fields.filter((name) => name in input && JSON.stringify(input[name]) !== JSON.stringify(now[name]));
  const textOf = (of: Record<string, unknown>): string =>
    names.map((name) => describeValue(cache, name, of[name])).join('\n');
  return { mine: textOf(input), theirs: textOf(now), version };
};
