import { useState } from 'react';
import { readStoredJson, writeStoredJson } from '../../../lib/storage';
import { startsCollapsed } from '../filters/taskGroups';
import type { GroupBy } from '../filters/taskFilters';

/** How many expanded or collapsed groups are stored: the latest ones. */
const MAX_STORED = 200;

/** The groups that the person has opened or closed, by grouping and key. */
type ToggledGroups = ReadonlyMap<string, boolean>;

const read = (): ToggledGroups => {
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
  const isClosed = (key: string): boolean => turned.get(`${groupBy}:${key}`) ?? startsCollapsed(groupBy, key);
  const turn = (key: string): void => {
    const name = `${groupBy}:${key}`;
    const others = [...read()].filter(([other]) => other !== name).slice(1 - MAX_STORED);
    const next = new Map(others).set(name, !isClosed(key));
    setTurned(next);
    writeStoredJson('groups', [...next]);
  };
  return { isClosed, turn };
};
