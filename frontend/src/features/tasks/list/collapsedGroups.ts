import { useState } from 'react';
import { readStoredJson, writeStoredJson } from '../../../lib/storage';
import { isClosedAtFirst } from '../filters/taskGroups';
import type { GroupBy } from '../filters/taskFilters';

/** So many that were opened or closed are remembered, the last of them. */
const KEPT = 200;

/** The groups that somebody opened or closed, by what they are grouped by and their key. */
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

/** Which groups of a list are closed; kept on this device. */
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
