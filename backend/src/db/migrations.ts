import { Migration20261121000000_foundation } from './migrations/Migration20261121000000_foundation.js';

/** Every migration, oldest first. A new one is added at the end; one that was released is never changed. */
export const migrations = [{ name: 'Migration20261121000000_foundation', class: Migration20261121000000_foundation }];
