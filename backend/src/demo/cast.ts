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
  readsAll: number[];
}

/** One password for all of the demo's accounts. */
export const DEMO_PASSWORD = 'Lantern7light';

/** Four people who make a bicycle lamp. Whoever tries the demo signs in as the first. */
export const CAST: readonly [Role, ...Role[]] = [
  {
    handle: 'hanna',
    firstName: 'Hanna',
    lastName: 'Berg',
    email: 'hanna@glowworm.example',
    joined: 96,
    readsAll: [75, 52, 33, 20, 11, 4],
  },
  {
    handle: 'samir',
    firstName: 'Samir',
    lastName: 'Haddad',
    email: 'samir@glowworm.example',
    joined: 95,
    readsAll: [60, 30, 9, 3],
  },
  {
    handle: 'lucia',
    firstName: 'Lucía',
    lastName: 'Ferrer',
    email: 'lucia@glowworm.example',
    joined: 95,
    readsAll: [66, 41, 19, 5, 2],
  },
  {
    handle: 'tom',
    firstName: 'Tom',
    lastName: 'Achterberg',
    email: 'tom@glowworm.example',
    joined: 82,
    readsAll: [50, 22, 8, 3],
  },
];
