import type { BrowserContext, Page } from '@playwright/test';

/**
 * Holds requests to `url`, or only those whose body matches `body`, until the returned function is called. A test can
 * so delay a request without waiting for a fixed time.
 */
export async function holdRequests(
  where: Page | BrowserContext,
  url: string | RegExp,
  body = /(?:)/,
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await where.route(url, async (route) => {
    if (body.test(route.request().postData() ?? '')) await promise;
    await route.continue();
  });
  return resolve;
}
