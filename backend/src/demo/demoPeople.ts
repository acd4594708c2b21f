import type { Username } from './projectPlan.js';

export interface DemoPerson {
  handle: Username;
  firstName: string;
  lastName: string;
  email: string;
  /** How many days ago the account was created. */
  joined: number;
  /** How many days ago they read all their notifications. */
  readsAll: readonly number[];
}

export const DEMO_PASSWORD = 'Lantern7light';

const person = (
  handle: Username,
  firstName: string,
  lastName: string,
  joined: number,
  readsAll: readonly number[],
): DemoPerson => ({ handle, firstName, lastName, email: `${handle}@glowworm.example`, joined, readsAll });

/** Four people who make a bicycle lamp. Visitors sign in as the first. */
export const DEMO_PEOPLE: readonly [DemoPerson, ...DemoPerson[]] = [
  person('hanna', 'Hanna', 'Berg', 96, [75, 52, 33, 20, 11, 4]),
  person('samir', 'Samir', 'Haddad', 95, [60, 30, 9, 3]),
  person('lucia', 'Lucía', 'Ferrer', 95, [66, 41, 19, 5, 2]),
  person('tom', 'Tom', 'Achterberg', 82, [50, 22, 8, 3]),
];
