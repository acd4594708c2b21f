import type { BrowserContext, Page } from '@playwright/test';

/**
 * Holds requests to `url` (those whose body is like `body`, where that is said) until the function that it answers is called:
 * what is late is meant, and waits for no clock.
 */
export async function hold(where: Page | BrowserContext, url: string | RegExp, body = /(?:)/): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await where.route(url, async (route) => {
    if (body.test(route.request().postData() ?? '')) await promise;
    await route.continue();
  });
  return resolve;
}
