/** The style of a link inside a sentence. */
export const linkClass = 'rounded-xs font-medium text-accent-ink underline-offset-2 hover:underline';
