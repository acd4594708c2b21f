import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cable } from '../support/severableProxy.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { App } from './app.js';
import { freezeDatabase, NOTHING_LOST, silentLine } from './scenarios.js';

describe(
  'a database that is silent for twenty seconds loses nothing, and no request takes ten',
  { timeout: 180_000 },
  () => {
    let database: TestDatabase;
    let cable: Cable;
    let behind: App;
    let own: App;
    beforeAll(async () => {
      database = await createDatabase();
      cable = new Cable(database.url);
      await cable.plugIn();
      behind = await App.make({ DATABASE_URL: cable.url });
      await behind.start();
      own = await App.make();
      await own.start();
    }, 120_000);
    afterAll(async () => {
      await behind?.remove();
      await own?.remove();
      await cable?.pull();
      await database?.drop();
    });

    for (const round of [1, 2]) {
      it(`when its network connection is silently lost and replaced (${round})`, async () => {
        expect(await silentLine(behind, cable)).toEqual(NOTHING_LOST);
      });
      it(`when its own connection is frozen (${round})`, async () => {
        expect(await freezeDatabase(own, 20_000)).toEqual(NOTHING_LOST);
      });
    }
  },
);
