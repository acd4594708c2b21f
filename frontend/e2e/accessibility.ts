import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** They hand the focus on at once, so it never rests on what screen readers do not hear. */
const GUARDS = '[data-base-ui-focus-guard]';

/** Waits until the page stands still: what opens hides the rest from screen readers a moment after it is seen. */
export const standsStill = (page: Page): Promise<void> =>
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

/** What axe finds (it need not name all that is right), short enough to read in a test's report. Our pages have no frames, for which it would open another page. */
export const faults = async (page: Page, exceptFor: string[] = []): Promise<string[]> => {
  await standsStill(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(RULES)
    .disableRules(exceptFor)
    .exclude(GUARDS)
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
};
