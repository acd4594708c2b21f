import { linkify } from '../lib/linkify';
import { SafeLink } from './SafeLink';

interface LinkedTextProps {
  text: string;
  /** The text between links is only visual: screen readers have the whole text elsewhere. */
  isDrawn?: boolean;
}

/** A person's text with links for addresses. It is text: nothing in it is parsed as HTML. */
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
