/** What the parts of every page say. The login page loads these: what it has no need of stands in `controls.ts`. */
export const uiTexts = {
  loading: 'Loading',
  /** In its place, where it takes longer than usual. */
  stillTrying: 'Still trying…',
  tryAgain: 'Try again',
  /** Its code does not come, though there is a network. */
  partFailed: 'Couldn’t load this. Try again or reload the page.',
  reload: 'Reload',
  dismiss: 'Dismiss',
  messages: 'Messages',
  optional: 'optional',
  /** How much of a long text is used: what is read, and what screen readers add to it. */
  counter: (length: number, max: number) => ({ shown: `${length} / ${max}`, heard: ' characters' }),
  showPassword: 'Show password',
  hidePassword: 'Hide password',
};
