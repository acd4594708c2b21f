import { linkify } from '../lib/linkify';
import { SafeLink } from './SafeLink';

/** What somebody wrote, in which addresses can be followed. It stays text: nothing in it is read as HTML. */
export const LinkedText = ({ text }: { text: string }) =>
  linkify(text).map(({ text: words, href, at }) =>
    href !== undefined ? (
      <SafeLink key={at} href={href}>
        {words}
      </SafeLink>
    ) : (
      words
    ),
  );
