import { linkify } from '../lib/linkify';
import { SafeLink } from './SafeLink';

interface LinkedTextProps {
  text: string;
  /** Whether the text between links is only visual, because screen readers have the whole text elsewhere. */
  isDrawn?: boolean;
}

/** A person's text, with addresses as links. Nothing in it is parsed as HTML. */
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
