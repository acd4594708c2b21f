import { t } from '@lingui/core/macro';

/** Texts of components on every page. The login page loads these; texts that it does not need are in `controls.ts`. */
export const uiTexts = {
  language: t`Language`,
  /** A language whose translation is incomplete. */
  unfinished: (language: string) => t`${language} (unfinished)`,
  loading: t`Loading`,
  /** Shown if it takes longer than usual. */
  stillTrying: t`Still trying…`,
  tryAgain: t`Try again`,
  /** Shown if code fails to load although there is a network. */
  partFailed: t`Couldn’t load this. Try again or reload the page.`,
  reload: t`Reload`,
  dismiss: t`Dismiss`,
  messages: t`Messages`,
  optional: t`optional`,
  /** The length of a long text: the visible text, and what screen readers add. */
  counter: (length: number, max: number) => ({ shown: `${length} / ${max}`, heard: t` characters` }),
  showPassword: t`Show password`,
  hidePassword: t`Hide password`,
};
