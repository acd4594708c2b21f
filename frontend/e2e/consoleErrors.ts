import type { BrowserContext } from '@playwright/test';

/** The error of an empty page, which has no storage for a sign-in. */
const HARNESS = "Failed to read the 'localStorage' property";

/** Collects the errors of a browser's console and pages from now on, including breaches of the content security policy. */
export function collectConsoleErrors(context: BrowserContext): string[] {
  const consoleErrors: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  context.on('weberror', (event) => {
    const error = String(event.error());
    if (!error.includes(HARNESS)) consoleErrors.push(error);
  });
  return consoleErrors;
}
