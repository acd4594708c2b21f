import { linkify } from '../lib/linkify';
import { SafeLink } from './SafeLink';

interface LinkedTextProps {
  text: string;
  /** What stands between the links is drawn only: screen readers have the whole text elsewhere. */
  isDrawn?: boolean;
}

/** What somebody wrote, in which addresses can be followed. It stays text: nothing in it is read as HTML. */
export const LinkedText = ({ text, isDrawn = false }: LinkedTextProps) =>
  linkify(text).map(({ text: words, href, at }) =>
    href !== undefined ? (
      <SafeLink key={at} href={href}>
        {words}
      </SafeLink>
    ) : isDrawn ? (
      <span key={at} aria-hidden="true">
        {words}
      </span>
    ) : (
      words
    ),
  );
