import type { Handle } from './story.js';

/** A person of the demo. */
export interface Role {
  handle: Handle;
  firstName: string;
  lastName: string;
  email: string;
  /** How many days ago the account was made. */
  joined: number;
  /** Days on which they read all their notifications. */
  readsAll: readonly number[];
}

/** One password for all of the demo's accounts. */
export const DEMO_PASSWORD = 'Lantern7light';

const person = (
  handle: Handle,
  firstName: string,
  lastName: string,
  joined: number,
  readsAll: readonly number[],
): Role => ({ handle, firstName, lastName, email: `${handle}@glowworm.example`, joined, readsAll });

/** Four people who make a bicycle lamp. Whoever tries the demo signs in as the first. */
export const CAST: readonly [Role, ...Role[]] = [
  person('hanna', 'Hanna', 'Berg', 96, [75, 52, 33, 20, 11, 4]),
  person('samir', 'Samir', 'Haddad', 95, [60, 30, 9, 3]),
  person('lucia', 'Lucía', 'Ferrer', 95, [66, 41, 19, 5, 2]),
  person('tom', 'Tom', 'Achterberg', 82, [50, 22, 8, 3]),
];
