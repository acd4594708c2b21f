import { t } from '@lingui/core/macro';

/** What the parts of every page say. The login page loads these: what it has no need of stands in `controls.ts`. */
export const uiTexts = {
  loading: t`Loading`,
  /** In its place, where it takes longer than usual. */
  stillTrying: t`Still trying…`,
  tryAgain: t`Try again`,
  /** Its code does not come, though there is a network. */
  partFailed: t`Couldn’t load this. Try again or reload the page.`,
  reload: t`Reload`,
  dismiss: t`Dismiss`,
  messages: t`Messages`,
  optional: t`optional`,
  /** How much of a long text is used: what is read, and what screen readers add to it. */
  counter: (length: number, max: number) => ({ shown: `${length} / ${max}`, heard: t` characters` }),
  showPassword: t`Show password`,
  hidePassword: t`Hide password`,
};
