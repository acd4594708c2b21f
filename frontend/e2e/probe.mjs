// Checks whether the browser of the tests starts on this machine.
import { chromium } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';

const launch = await chromiumLaunch();
try {
  const browser = await chromium.launch(launch);
  console.log(`Chromium ${browser.version()} (${launch.executablePath})`);
  await browser.close();
} catch (error) {
  console.error(`${launch.executablePath} does not start: ${String(error).split('\n')[0]}`);
  process.exit(1);
}
