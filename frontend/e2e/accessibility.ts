import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Elements that pass the focus on at once, so that it never stays on an element that screen readers do not read. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/**
 * Waits until the page does not change any more: a layer hides the rest from screen readers a moment after it appears.
 */
export const waitUntilStable = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const still = (): void => {
          observer.disconnect();
          clearTimeout(latest);
          done();
        };
        let timer = setTimeout(still, 150);
        const latest = setTimeout(still, 3_000);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(still, 150);
        });
        observer.observe(document, { attributes: true, childList: true, subtree: true });
      }),
  );

/**
 * Returns the violations that axe finds, short enough for a test's report. Our pages have no frames, for which axe
 * would open another page.
 */
export const findViolations = async (page: Page, exceptFor: string[] = []): Promise<string[]> => {
  await waitUntilStable(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(RULES)
    .disableRules(exceptFor)
    .exclude(FOCUS_GUARDS)
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
};
