import { linkify } from '../lib/linkify';

interface LinkedTextProps {
  text: string;
  /** What stands between the links is drawn only: screen readers have the whole text elsewhere. */
  isDrawn?: boolean;
}

/** What somebody wrote, in which addresses can be followed. It stays text: nothing in it is read as HTML. */
export const LinkedText = ({ text, isDrawn = false }: LinkedTextProps) =>
  linkify(text).map(({ text: words, href, at }) =>
    href !== undefined ? (
      <a
        key={at}
        href={href}
        target="_blank"
        rel="nofollow noopener noreferrer"
        className="pointer-events-auto rounded-xs text-accent-ink underline decoration-accent-line underline-offset-2 wrap-anywhere hover:decoration-current"
      >
        {words}
      </a>
    ) : isDrawn ? (
      <span key={at} aria-hidden="true">
        {words}
      </span>
    ) : (
      words
    ),
  );
