import { t } from '@lingui/core/macro';

/** The words of parts on every page. The login page loads these; words that it does not need are in `controls.ts`. */
export const uiTexts = {
  language: t`Language`,
  /** A language that is not translated whole. */
  unfinished: (language: string) => t`${language} (unfinished)`,
  loading: t`Loading`,
  /** If it takes longer than usual. */
  stillTrying: t`Still trying…`,
  tryAgain: t`Try again`,
  /** Its code fails to load, although there is a network. */
  partFailed: t`Couldn’t load this. Try again or reload the page.`,
  reload: t`Reload`,
  dismiss: t`Dismiss`,
  messages: t`Messages`,
  optional: t`optional`,
  /** The length of a long text: the visible words, and what screen readers add. */
  counter: (length: number, max: number) => ({ shown: `${length} / ${max}`, heard: t` characters` }),
  showPassword: t`Show password`,
  hidePassword: t`Hide password`,
};
