import type { BrowserContext } from '@playwright/test';

/** Of an empty page, which has no storage for the harness to write a sign-in to. */
const HARNESS = "Failed to read the 'localStorage' property";

/**
 * What a browser complains of from now on, in its console or by an error of a page; breaches of the content security
 * policy are among it.
 */
export function complaintsOf(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  context.on('weberror', (event) => {
    const error = String(event.error());
    if (!error.includes(HARNESS)) complaints.push(error);
  });
  return complaints;
}
