import { keyNames } from '../../lib/keyboard/keys';
import { Kbd } from '../../ui/Kbd';

/** The keys of a command, for eyes: the command itself tells them to screen readers. */
export const Keys = ({ keys }: { keys: string }) => (
  <span aria-hidden="true" className="inline-flex flex-none gap-1">
    {keyNames(keys).map((name) => (
      <Kbd key={name}>{name}</Kbd>
    ))}
  </span>
);
