import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App } from './app.js';
import { drain, killApp, restartDatabase, NOTHING_LOST } from './scenarios.js';
import { FULL_RUN } from '../support/testDepth.js';
import { onlyIf } from '../support/onlyIf.js';

// One of each here, so that every run has seen them; `npm run test:faults` does all of them, twice in a row.
let app: App;

beforeAll(async () => {
  app = await App.make();
  await app.start();
}, 120_000);
afterAll(() => app.remove());

describe('under sixteen writers nothing acknowledged is lost or done twice', { timeout: 90_000 }, () => {
  it('when the app is killed', async () => {
    expect(await killApp(app)).toEqual(NOTHING_LOST);
  });
  it('when its database stops immediately and is started again', async () => {
    expect(await restartDatabase(app)).toEqual(NOTHING_LOST);
  });
  it.each(onlyIf(FULL_RUN, 'when the app is stopped'))('%s', async () => {
    expect(await drain(app)).toEqual(NOTHING_LOST);
  });
});
