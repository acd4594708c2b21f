/** Returns a value that the server writes into its pages; empty in development and in tests. */
const readMeta = (name: string): string =>
  document
    .querySelector(`meta[name="${name}"]`)
    ?.getAttribute('content')
    ?.replace(/^__\w+__$/, '') ?? '';

/** Returns the name of the OpenID Connect provider; empty if there is none. */
export const providerName = (): string => readMeta('provider');

/** Whether only administrators can use a password. */
export const passwordsOff = (): boolean => readMeta('passwords') === 'off';
