/** The guide for programs of this server, beside the app: what is told once must not go. */
export const guideLink = (words: string) => (
  <a
    href="/api/docs/programs.md"
    target="_blank"
    rel="noopener"
    className="rounded-xs font-medium text-accent-ink underline-offset-2 hover:underline"
  >
    {words}
  </a>
);
