import { useState } from 'react';
import { readStoredJson, writeStoredJson } from '../../../lib/storage';
import { isClosedAtFirst } from '../filters/taskGroups';
import type { GroupBy } from '../filters/taskFilters';

/** How many expanded or collapsed groups are stored: the latest ones. */
const KEPT = 200;

/** The groups that the person has opened or closed, by grouping and key. */
type Turned = ReadonlyMap<string, boolean>;

const read = (): Turned => {
  const stored = readStoredJson('groups');
  if (!Array.isArray(stored)) return new Map();
  return new Map(
    stored.filter(
      (it): it is [string, boolean] => Array.isArray(it) && typeof it[0] === 'string' && typeof it[1] === 'boolean',
    ),
  );
};

/** The collapsed groups of a list; stored on this device. */
export const useCollapsedGroups = (groupBy: GroupBy) => {
  const [turned, setTurned] = useState(read);
  const isClosed = (key: string): boolean => turned.get(`${groupBy}:${key}`) ?? isClosedAtFirst(groupBy, key);
  const turn = (key: string): void => {
    const name = `${groupBy}:${key}`;
    const next = new Map([...read()].filter(([other]) => other !== name).slice(1 - KEPT)).set(name, !isClosed(key));
    setTurned(next);
    writeStoredJson('groups', [...next]);
  };
  return { isClosed, turn };
};
