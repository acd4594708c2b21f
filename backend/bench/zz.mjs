import { measureBrowser, printBrowser } from './browser.mjs';
printBrowser(await measureBrowser({ url: process.argv[2] }));
